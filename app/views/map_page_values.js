'use strict';
// These scripts draw the maps of the document in this page. Words of the document are only ever put in as text.
// First what the document holds: numbers, names, colours.

const page = JSON.parse(document.getElementById('document').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)');
const element = id => document.getElementById(id);
let numbers = new Float32Array(0); // of all maps
let sequence = 0, chosen = null;   // what is shown
let cell = null;                   // {row, column} under the pointer or the keys
let plot = null, base = null;      // where the large map is on its canvas, and the map alone

function make(tag, text, parent) {
    const made = document.createElement(tag);
    if (text !== undefined)
        made.textContent = text;
    if (parent)
        parent.append(made);
    return made;
}

function tell(id, text) {
    element(id).textContent = text;
    element(id).hidden = !text;
}

function bytesOf(text) {
    return Uint8Array.from(atob(text), c => c.charCodeAt(0));
}

// The numbers lie in four planes: the first bytes of all, the second ones …
async function unpack() {
    const stream = new Blob([bytesOf(page.numbers)]).stream().pipeThrough(new DecompressionStream('deflate'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const bits = new Uint32Array(page.count);
    for (let k = 0; k < page.count; ++k)
        bits[k] = bytes[k] | bytes[page.count + k] << 8 | bytes[2 * page.count + k] << 16 | bytes[3 * page.count + k] << 24;
    numbers = new Float32Array(bits.buffer);
}

const masks = page.masks.map(bytesOf);

function isMasked(map, at) {
    return map.mask >= 0 && (masks[map.mask][at >> 3] >> (at & 7) & 1) === 1;
}

// The shortest decimal that reads back as the same 32-bit float, written as the program does.
function exact(value) {
    if (Number.isNaN(value))
        return 'not a number';
    if (!Number.isFinite(value))
        return value > 0 ? '∞' : '−∞';
    let precision = 1;
    while (precision < 9 && Math.fround(Number(value.toPrecision(precision))) !== value)
        ++precision;
    const digitsOf = count => Math.abs(value).toExponential(count - 1).replace(/e.*/, '').replace('.', '');
    let digits = digitsOf(precision);
    if (/^50*$/.test(digitsOf(80).slice(precision)) && digits.slice(-1) % 2) // in the middle between two: the even one
        digits = digits.slice(0, -1) + (digits.slice(-1) - 1);
    digits = digits.replace(/0+$/, '') || '0';
    const power = Math.abs(value).toExponential(precision - 1).replace(/.*e/, '');
    const exponent = Number(power);
    const scientific = digits[0] + (digits.length > 1 ? '.' + digits.slice(1) : '') + 'e' + (exponent < 0 ? '-' : '+') +
        String(Math.abs(exponent)).padStart(2, '0');
    const fixed = exponent < 0 ? '0.' + '0'.repeat(-exponent - 1) + digits
        : digits.length <= exponent + 1 ? String(BigInt(Math.abs(value)))
        : digits.slice(0, exponent + 1) + '.' + digits.slice(exponent + 1);
    const isNegative = value < 0 || Object.is(value, -0);
    return ((isNegative ? '-' : '') + (fixed.length <= scientific.length ? fixed : scientific)).replaceAll('-', '−');
}

function nameAt(axis, k) {
    return axis.names ? axis.names[k] : page.sequences[axis.sequence].tokens[axis.first + k];
}

// A token that the user left out: it is struck through wherever it stands.
function isLeftOut(axis, k) {
    return !axis.names && (page.sequences[axis.sequence].notRead || []).includes(axis.first + k);
}

function placeOf(axis, k) {
    return axis.names ? k : axis.first + k;
}

function hexOf(text, k) {
    return parseInt(text.substr(6 * k, 6), 16);
}

function styleColor(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

function themeTable(map) {
    return page.colors[map.colors][dark.matches ? 'dark' : 'light'];
}

function rowRange(map, row) {
    if (!map.range.eachRow)
        return map.range;
    let low = 0, high = 0;
    for (let at = row * map.columns.count; at < (row + 1) * map.columns.count; ++at)
        if (!isMasked(map, at)) {
            low = Math.min(low, numbers[map.at + at]);
            high = Math.max(high, numbers[map.at + at]);
        }
    return {low, high};
}

// What a cell has behind the mask: scores are seen there, dimmed.
function isBehind(map, at) {
    return map.seesBehind && isMasked(map, at) && !Number.isNaN(numbers[map.at + at]);
}

// A share of the value's colour over that of masked cells, as the program draws it.
function dimmed(rgb, masked) {
    const mixed = shift => Math.round(0.42 * (rgb >> shift & 255) + 0.58 * (masked >> shift & 255));
    return mixed(16) << 16 | mixed(8) << 8 | mixed(0);
}

