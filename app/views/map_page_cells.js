// Pixels and marks of a map's cells.

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

