'use strict';
// Draws the maps of the document in this page. Words of the document are only ever put in as text.

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

// A pixel for each cell.
function imageOf(map) {
    const text = themeTable(map), table = Array.from({length: 256}, (_, k) => hexOf(text, k));
    const masked = parseInt(styleColor('masked').slice(1), 16);
    const rows = map.rows.count, columns = map.columns.count, canvas = document.createElement('canvas');
    canvas.width = columns;
    canvas.height = rows;
    const image = new ImageData(columns, rows);
    for (let row = 0, at = 0; row < rows; ++row) {
        const {low, high} = rowRange(map, row);
        for (let column = 0; column < columns; ++column, ++at) {
            const unit = (numbers[map.at + at] - low) / (high > low ? high - low : 1);
            const own = table[Math.floor(Math.min(Math.max(unit, 0), 1) * 255 + 0.5)];
            const rgb = isBehind(map, at) ? dimmed(own, masked)
                : isMasked(map, at) || Number.isNaN(unit) ? masked : own;
            image.data[4 * at] = rgb >> 16;
            image.data[4 * at + 1] = rgb >> 8 & 255;
            image.data[4 * at + 2] = rgb & 255;
            image.data[4 * at + 3] = 255;
        }
    }
    canvas.getContext('2d').putImageData(image, 0, 0);
    return canvas;
}

const markInks = {forbidden: 'error', forced: 'altered'}; // what the user made of cells

// Crossed lines in a forbidden cell, a frame and one line in a forced one; a small cell is filled.
function markCell(context, kind, left, top, size) {
    context.save();
    context.fillStyle = context.strokeStyle = styleColor(markInks[kind]);
    if (size < 5) {
        context.fillRect(left, top, size, size);
    } else {
        context.beginPath();
        context.moveTo(left, top);
        context.lineTo(left + size, top + size);
        if (kind === 'forbidden') {
            context.moveTo(left, top + size);
            context.lineTo(left + size, top);
        }
        context.stroke();
        context.lineWidth = 2;
        if (kind === 'forced')
            context.strokeRect(left + 1, top + 1, size - 2, size - 2);
    }
    context.restore();
}

function markCells(context, map, left, top, size) {
    for (const kind in markInks)
        for (const at of map[kind] || [])
            markCell(context, kind, left + at % map.columns.count * size,
                     top + Math.floor(at / map.columns.count) * size, size);
}

function hatch(context) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 6;
    const lines = tile.getContext('2d');
    lines.strokeStyle = styleColor('hatch');
    lines.beginPath();
    for (const shift of [-6, 0, 6]) {
        lines.moveTo(shift, 6);
        lines.lineTo(shift + 6, 0);
    }
    lines.stroke();
    return context.createPattern(tile, 'repeat');
}

function shortened(text) {
    const characters = Array.from(text);
    return characters.length > 24 ? characters.slice(0, 23).join('') + '…' : text;
}

function widest(context, axis) {
    let width = 0;
    for (let k = 0; k < axis.count; ++k)
        width = Math.max(width, context.measureText(shortened(nameAt(axis, k))).width);
    return Math.ceil(width) + 8;
}

// Where the large map is: cells as large as there is room for, tokens at two sides where they can be read.
function planMap(context) {
    const rows = chosen.rows.count, columns = chosen.columns.count;
    const left = widest(context, chosen.rows), top = widest(context, chosen.columns);
    const size = Math.max(3, Math.min(40, Math.floor((element('scroll').clientWidth - left - 4) / columns)));
    const isRead = size >= 11;
    plot = {left: isRead ? left : 4, top: isRead ? top : 4, size, isRead};
    plot.width = plot.left + columns * size + 4;
    plot.height = plot.top + rows * size + 4;
    plot.scale = Math.min(window.devicePixelRatio || 1, 8000 / Math.max(plot.width, plot.height));
}

// At the origin, which the text ends at or begins at.
function drawLabel(context, axis, k, align) {
    const text = shortened(nameAt(axis, k)), width = context.measureText(text).width;
    context.textAlign = align;
    context.fillText(text, 0, 0);
    if (isLeftOut(axis, k))
        context.fillRect(align === 'right' ? -width : 0, -0.5, width, 1);
}

function rowLabel(context, k) {
    context.save();
    context.translate(plot.left - 5, plot.top + (k + 0.5) * plot.size);
    drawLabel(context, chosen.rows, k, 'right');
    context.restore();
}

function columnLabel(context, k) {
    context.save();
    context.translate(plot.left + (k + 0.5) * plot.size, plot.top - 5);
    context.rotate(-Math.PI / 2);
    drawLabel(context, chosen.columns, k, 'left');
    context.restore();
}

function prepared(canvas) {
    canvas.width = Math.round(plot.width * plot.scale);
    canvas.height = Math.round(plot.height * plot.scale);
    const context = canvas.getContext('2d');
    context.scale(plot.scale, plot.scale);
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    return context;
}

// The large map without what is pointed at, which point() draws over it.
function drawMap() {
    const map = chosen, rows = map.rows.count, columns = map.columns.count;
    const ruler = document.createElement('canvas').getContext('2d');
    ruler.font = '12px system-ui, sans-serif';
    planMap(ruler);
    const {left, top, size} = plot;
    base = document.createElement('canvas');
    const context = prepared(base);
    context.imageSmoothingEnabled = false;
    context.drawImage(imageOf(map), left, top, columns * size, rows * size);
    if (map.mask >= 0 && size >= 5) {
        context.fillStyle = hatch(context);
        for (let at = 0; at < rows * columns; ++at)
            if (isMasked(map, at))
                context.fillRect(left + at % columns * size, top + Math.floor(at / columns) * size, size, size);
    }
    markCells(context, map, left, top, size);
    context.strokeStyle = styleColor('border');
    context.strokeRect(left - 0.5, top - 0.5, columns * size + 1, rows * size + 1);
    context.fillStyle = styleColor('text');
    for (let k = 0; plot.isRead && k < rows; ++k)
        rowLabel(context, k);
    for (let k = 0; plot.isRead && k < columns; ++k)
        columnLabel(context, k);
    const canvas = element('map');
    canvas.style.width = plot.width + 'px';
    canvas.style.height = plot.height + 'px';
    canvas.setAttribute('aria-label', map.title);
    drawCell();
}

function drawCell() {
    const canvas = element('map'), context = prepared(canvas), {left, top, size} = plot;
    context.drawImage(base, 0, 0, plot.width, plot.height);
    if (!cell)
        return;
    context.fillStyle = styleColor('accent');
    if (plot.isRead) {
        rowLabel(context, cell.row);
        columnLabel(context, cell.column);
    }
    context.strokeStyle = styleColor('crosshair');
    context.strokeRect(left, top + cell.row * size, chosen.columns.count * size, size);
    context.strokeRect(left + cell.column * size, top, size, chosen.rows.count * size);
    context.lineWidth = 2;
    context.strokeStyle = styleColor('focus');
    context.strokeRect(left + cell.column * size, top + cell.row * size, size, size);
}

function quote(parent, axis, k) {
    parent.append(axis.title + ' ' + placeOf(axis, k) + ' “');
    make('bdi', nameAt(axis, k), isLeftOut(axis, k) ? make('s', undefined, parent) : parent);
    parent.append(isLeftOut(axis, k) ? '” (left out)' : '”');
}

function readOut() {
    const line = element('read-out');
    line.textContent = '';
    if (!cell)
        return;
    const at = cell.row * chosen.columns.count + cell.column;
    if (chosen.rows.title) {
        quote(line, chosen.rows, cell.row);
        line.append(' → ');
    }
    quote(line, chosen.columns, cell.column);
    line.append(': ' + chosen.valueName + ' ');
    const isShown = !isMasked(chosen, at) || isBehind(chosen, at);
    make('b', isShown ? exact(numbers[chosen.at + at]) : 'not visible', line);
    const marks = Object.keys(markInks).filter(kind => chosen[kind] && chosen[kind].includes(at));
    if (isBehind(chosen, at))
        line.append(marks.length ? ', hidden' : ', hidden by the mask');
    for (const kind of marks)
        line.append(', ' + kind);
    if (chosen.errorsAt !== undefined)
        line.append(' ± ' + Number(numbers[chosen.errorsAt + at].toPrecision(3)) + ', standard error');
}

function point(next) {
    if (next && cell && next.row === cell.row && next.column === cell.column || next === cell)
        return;
    cell = next;
    readOut();
    drawCell();
}

function choose(map) {
    chosen = map;
    if (cell && (cell.row >= map.rows.count || cell.column >= map.columns.count))
        cell = null;
    for (const button of document.querySelectorAll('#grid button')) {
        const isThis = button.map === map;
        button.setAttribute('aria-pressed', isThis);
        button.tabIndex = isThis ? 0 : -1;
    }
    element('map-title').textContent = map.title;
    tell('map-altered', map.altered && 'Altered: ' + map.altered);
    element('masked-word').textContent = map.seesBehind ? 'hidden by the mask' : 'not visible';
    element('low').textContent = map.range.eachRow ? '' : short(map.range.low);
    element('high').textContent = map.range.eachRow ? '' : short(map.range.high);
    const ends = short(map.range.low) + '…' + short(map.range.high); // which stand at the bar already
    element('range').textContent = map.range.text.replace(ends, '').replace(/^, /, '');
    element('masked-key').hidden = map.mask < 0;
    const bar = element('bar-colors').getContext('2d'), table = themeTable(map);
    for (let k = 0; k < 256; ++k) {
        bar.fillStyle = '#' + table.substr(6 * k, 6);
        bar.fillRect(k, 0, 1, 1);
    }
    const sample = element('masked-sample').getContext('2d');
    sample.fillStyle = styleColor('masked');
    sample.fillRect(0, 0, 28, 14);
    sample.fillStyle = hatch(sample);
    sample.fillRect(0, 0, 28, 14);
    for (const kind in markInks) {
        element(kind + '-key').hidden = !map[kind];
        const mark = element(kind + '-sample').getContext('2d');
        mark.clearRect(0, 0, 14, 14);
        markCell(mark, kind, 0, 0, 14);
    }
    readOut();
    drawMap();
}

function short(value) {
    return String(Number(value.toPrecision(4))).replaceAll('-', '−');
}

function drawGrid() {
    const grid = element('grid');
    grid.textContent = '';
    let heads = null, line = null;
    for (const map of page.sequences[sequence].maps) {
        const own = map.combination ? 'several heads' : 'layer ' + map.layer;
        if (own !== line) {
            line = own;
            make('div', line, grid).className = 'layer';
            heads = make('div', undefined, grid);
            heads.className = 'heads';
        }
        const button = make('button', undefined, heads);
        button.type = 'button';
        button.map = map;
        button.title = map.title + (map.altered ? '\nAltered: ' + map.altered : '');
        button.classList.toggle('changed', Boolean(map.altered));
        button.classList.toggle('off', Boolean(map.off));
        const image = imageOf(map);
        markCells(image.getContext('2d'), map, 0, 0, 1);
        image.className = map.rows.count === 1 ? 'row' : '';
        button.append(image);
        make('span', (map.altered && !map.off ? '* ' : '') + map.label, button);
        if (map.off)
            button.setAttribute('aria-label', map.label + ', switched off');
        button.addEventListener('click', () => choose(map));
    }
    const maps = page.sequences[sequence].maps, legend = [];
    if (maps.some(map => map.off))
        legend.push('struck through: switched off');
    if (maps.some(map => map.altered && !map.off))
        legend.push('*: altered');
    if (legend.length)
        make('p', legend.join('; '), grid).id = 'legend';
}

function show(number) {
    sequence = number;
    const shown = page.sequences[number];
    element('title').textContent = shown.title;
    [...element('sequences').children].forEach((button, k) => button.setAttribute('aria-pressed', k === number));
    const about = element('about');
    about.textContent = '';
    for (const [key, value] of shown.metadata) {
        make('dt', key, about);
        make('bdi', value, make('dd', undefined, about));
    }
    drawGrid();
    cell = null;
    element('large').hidden = shown.maps.length === 0;
    const opened = shown.maps.find(map => chosen && map.address === chosen.address &&
        map.combination === chosen.combination) ||
        shown.maps.find(map => map.opened) || shown.maps[0];
    if (opened)
        choose(opened);
}

// A number of the answer, and below it what the unaltered model gives.
function answerCell(line, value, was, digits, change) {
    const text = number => typeof number === 'string' ? number : number.toFixed(digits).replace('-', '−');
    const made = make('td', text(value), line);
    made.title = String(value);
    if (was === undefined)
        return made;
    const before = make('span', 'was ' + text(was), made);
    before.className = 'was';
    before.title = String(was);
    if (change && typeof value === 'number' && typeof was === 'number')
        make('span', (value < was ? '' : '+') + text(value - was), made).className = 'was';
    return made;
}

function answerRow(row, body, hasTokens) {
    const line = make('tr', undefined, body);
    line.className = row.best ? 'best' : '';
    if (hasTokens)
        make('bdi', row.token, make(row.leftOut ? 's' : 'span', undefined, make('td', undefined, line)));
    if (row.leftOut) {
        make('td', 'left out', line);
        return;
    }
    const label = make('td', undefined, line);
    make('bdi', row.label, label);
    if (row.tagWas !== undefined) {
        const before = make('span', 'was ', label);
        before.className = 'was';
        make('bdi', row.tagWas, before);
    }
    const value = answerCell(line, row.probability, row.was, 4, false), share = make('span', '');
    value.insertBefore(share, value.querySelector('.was'));
    share.className = 'share';
    share.style.width = 100 * row.probability + '%';
    if (row.logOdds !== undefined)
        answerCell(line, row.logOdds, row.logOddsWere, 3, true);
}

function showAnswer() {
    const {rows, score, scoreWas, change} = page.answer;
    element('answer-part').hidden = !rows;
    if (!rows)
        return;
    if (score !== undefined)
        tell('score', 'score ' + score.toFixed(3) + (scoreWas === undefined ? '' : ' (was ' + scoreWas.toFixed(3) + ')'));
    else
        tell('change', change);
    const table = element('answer'), head = make('tr', undefined, make('thead', undefined, table));
    const hasTokens = rows.some(row => row.token !== undefined), hasLogOdds = rows.some(row => row.logOdds !== undefined);
    for (const title of [...hasTokens ? ['token'] : [], 'label', 'probability', ...hasLogOdds ? ['log-odds'] : []])
        make('th', title, head);
    const body = make('tbody', undefined, table);
    for (const row of rows)
        answerRow(row, body, hasTokens);
}

function cellAt(event) {
    const box = element('map').getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left - plot.left) / plot.size);
    const row = Math.floor((event.clientY - box.top - plot.top) / plot.size);
    const isInside = row >= 0 && row < chosen.rows.count && column >= 0 && column < chosen.columns.count;
    return isInside ? {row, column} : null;
}

const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

function walkMap(event) {
    if (event.key === 'Escape') {
        point(null);
        document.querySelector('#grid button[aria-pressed="true"]').focus();
    }
    const step = steps[event.key];
    if (!step)
        return;
    event.preventDefault();
    const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
    const from = cell || {row: -step[0], column: -step[1]};
    point({row: clamp(from.row + step[0], chosen.rows.count), column: clamp(from.column + step[1], chosen.columns.count)});
}

// Left and right: the next map, also of the next layer. Up and down: the map of the line above or below.
function walkGrid(event) {
    const step = steps[event.key], buttons = [...document.querySelectorAll('#grid button')];
    const at = buttons.findIndex(button => button.map === chosen);
    if (event.key === 'Enter') {
        event.preventDefault();
        element('map').focus();
    }
    if (!step || at < 0)
        return;
    event.preventDefault();
    let next = buttons[at + step[1]];
    if (step[0] !== 0) {
        const here = buttons[at].getBoundingClientRect();
        const lines = buttons.filter(button => (button.getBoundingClientRect().top - here.top) * step[0] > 1);
        const distance = button => {
            const box = button.getBoundingClientRect();
            return Math.abs(box.top - here.top) * 1000 + Math.abs(box.left - here.left);
        };
        next = lines.sort((a, b) => distance(a) - distance(b))[0];
    }
    if (next) {
        choose(next.map);
        next.focus();
    }
}

function redraw() {
    if (!chosen)
        return;
    drawGrid();
    choose(chosen);
}

async function start() {
    tell('altered', page.altered && 'Altered model: ' + page.altered);
    tell('left-out', page.leftOut);
    showAnswer();
    if (page.sequences.length > 1) {
        element('sequences').hidden = false;
        page.sequences.forEach((each, k) => {
            const button = make('button', each.name, element('sequences'));
            button.type = 'button';
            button.addEventListener('click', () => show(k));
        });
    }
    try {
        await unpack();
    } catch (error) {
        tell('problem', 'The numbers in this file can’t be read: the browser is older than 2023, or the file is damaged.');
        return;
    }
    const opened = page.sequences.findIndex(each => each.maps.some(map => map.opened));
    show(Math.max(opened, 0));
    const canvas = element('map');
    canvas.addEventListener('pointermove', event => point(cellAt(event)));
    canvas.addEventListener('pointerleave', () => point(null));
    canvas.addEventListener('keydown', walkMap);
    element('grid').addEventListener('keydown', walkGrid);
    dark.addEventListener('change', redraw);
    window.addEventListener('resize', () => chosen && drawMap());
    document.body.dataset.ready = 'yes';
}

start();
