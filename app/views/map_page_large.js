// The large map, and what is read of the cell that is pointed at.

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

