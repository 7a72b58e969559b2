"""The learning curve: as CSV, and as a picture."""

import csv

from whole_file import whole_file

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 70, 40, 50
SERIES = (("training_loss", "#9aa5b1", "training loss"),
          ("validation_loss", "#1f6feb", "validation loss"),
          ("correlation", "#d9730d", "correlation with results"))


def write_csv(path, rows):
    with whole_file(path) as name, open(name, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def _ticks(low, high):
    """Round numbers, about five of them, over a range."""
    step = 10.0 ** -9
    while (high - low) / step > 5:
        for factor in (2, 2.5, 2):
            step *= factor
            if (high - low) / step <= 5:
                break
    first = int(low / step)
    return [n * step for n in range(first, first + 8) if low <= n * step <= high]


def _range(rows, names):
    values = [row[name] for row in rows for name in names]
    low, high = min(values), max(values)
    margin = (high - low or abs(high) or 1) * 0.06
    return low - margin, high + margin


def write_svg(path, rows):
    """Draws losses on the left axis and the correlation on the right one."""
    steps, before = [], 0  # stages follow one another
    for i, row in enumerate(rows):
        if i > 0 and row["stage"] != rows[i - 1]["stage"]:
            before = steps[-1]
        steps.append(before + row["step"])
    losses = _range(rows, ("training_loss", "validation_loss"))
    correlations = _range(rows, ("correlation",))
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x_of(step):
        return LEFT + (right - LEFT) * step / steps[-1]

    def y_of(value, bounds):
        return bottom - (bottom - TOP) * (value - bounds[0]) / (bounds[1] - bounds[0])

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             f'font-family="sans-serif" font-size="12" fill="#374151">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for tick in _ticks(*losses):
        y = y_of(tick, losses)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#e5e7eb"/>'
                     f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:.4g}</text>')
    for tick in _ticks(*correlations):
        y = y_of(tick, correlations)
        parts.append(f'<text x="{right + 8}" y="{y + 4:.1f}" fill="{SERIES[2][1]}">{tick:.4g}</text>')
    for tick in _ticks(0, steps[-1]):
        parts.append(f'<text x="{x_of(tick):.1f}" y="{bottom + 20}" '
                     f'text-anchor="middle">{tick:.0f}</text>')
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{bottom + 40}" text-anchor="middle">step</text>'
                 f'<path d="M{LEFT} {bottom}H{right}" stroke="#6b7280"/>')
    for i, (name, colour, title) in enumerate(SERIES):
        bounds = correlations if name == "correlation" else losses
        points = " ".join(f"{x_of(step):.1f},{y_of(row[name], bounds):.1f}"
                          for step, row in zip(steps, rows))
        dash = ' stroke-dasharray="6 3"' if name == "correlation" else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" '
                     f'stroke-width="2"{dash}/>'
                     f'<path d="M{LEFT + 190 * i} 20h24" stroke="{colour}" stroke-width="2"{dash}/>'
                     f'<text x="{LEFT + 190 * i + 30}" y="24">{title}</text>')
    with whole_file(path) as name, open(name, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n</svg>\n")
