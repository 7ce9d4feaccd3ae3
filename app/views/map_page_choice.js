// Which map and which answer is shown, and what the pointer and the keys choose.

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
    element('low').textContent = map.range.eachRow ? '' : (map.range.below ? '≤ ' : '') + short(map.range.low);
    element('high').textContent = map.range.eachRow ? '' : (map.range.beyond ? '≥ ' : '') + short(map.range.high);
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

// A number of the answer, and below it what the unaltered model gives and the change, which is a text.
function answerCell(line, value, was, digits, change) {
    const text = number => typeof number === 'string' ? number : number.toFixed(digits).replace('-', '−');
    const made = make('td', text(value), line);
    made.title = String(value);
    if (was === undefined)
        return made;
    const before = make('span', 'was ' + text(was), made);
    before.className = 'was';
    before.title = String(was);
    if (change !== undefined)
        make('span', change, made).className = 'was';
    return made;
}

// A probability as a bar, and over it the outline of what it was.
function shareBar(cell, probability, was) {
    const bar = make('span', '');
    cell.insertBefore(bar, cell.querySelector('.was'));
    bar.className = 'bar';
    const addShare = (name, share) => {
        const made = make('span', '', bar);
        made.className = name;
        made.style.width = 100 * share + '%';
    };
    addShare('share', probability);
    if (was !== undefined)
        addShare('ghost', was);
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
    shareBar(answerCell(line, row.probability, row.was, 4, row.change), row.probability, row.was);
    if (row.logOdds !== undefined)
        answerCell(line, row.logOdds, row.logOddsWere, 3, row.logOddsChange);
}

function showAnswer() {
    const {rows, score, scoreWas, scoreChange, change} = page.answer;
    element('answer-part').hidden = !rows;
    if (!rows)
        return;
    if (score !== undefined)
        tell('score', 'score ' + score.toFixed(3) +
            (scoreWas === undefined ? '' : ' (was ' + scoreWas.toFixed(3) + ', ' + scoreChange + ')'));
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
