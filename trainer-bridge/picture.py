"""Pictures as SVG: boards, planes, bars, lines of text. All sizes are in pixels."""

from xml.sax.saxutils import escape

from frame_format import BOARD
from whole_file import whole_file

INK, FAINT, LINE = "#1f2937", "#6b7280", "#d1d5db"
PREMIUMS = {"2L": "#cfe3f6", "3L": "#7fb2e0", "2W": "#f7cfcb", "3W": "#e58b82"}
TILE, PLAYED, LAST, PALE = "#f1e3bf", "#ffc44d", "#d9cba5", "#eef0f3"
ALONG, DOWN = "#1d4ed8", "#b45309"  # for the letters that fit in rows and in columns
GOOD, BAD = "#15803d", "#b91c1c"

# The premiums of the standard board's first quarter (the board is symmetric): row, column.
_QUARTER = {"3W": [(0, 0), (0, 7), (7, 0)], "2W": [(1, 1), (2, 2), (3, 3), (4, 4), (7, 7)],
            "3L": [(1, 5), (5, 1), (5, 5)],
            "2L": [(0, 3), (3, 0), (2, 6), (6, 2), (6, 6), (3, 7), (7, 3)]}
STANDARD_PREMIUMS = {(r, c): name for name, squares in _QUARTER.items()
                     for row, col in squares for r in (row, 14 - row) for c in (col, 14 - col)}


class Picture:
    def __init__(self, width, height):
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                      f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, sans-serif" '
                      f'font-size="13" fill="{INK}">',
                      f'<rect width="{width}" height="{height}" fill="#ffffff"/>']

    def text(self, x, y, text, size=13, fill=INK, anchor="start", weight="normal"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" '
                          f'text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>')

    def heading(self, x, y, text):
        self.text(x, y, text, 14, weight="bold")

    def rect(self, x, y, width, height, fill, stroke="none", opacity=1, line=1):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                          f'height="{height:.1f}" fill="{fill}" fill-opacity="{opacity:.2f}" '
                          f'stroke="{stroke}" stroke-width="{line}"/>')

    def bar(self, x, y, value, scale, width, height=10):
        """A bar from the middle of `width`: to the right if `value` is positive, else to the left."""
        long = min(1.0, abs(value) / scale) * width / 2
        middle = x + width / 2
        self.rect(middle if value >= 0 else middle - long, y, long, height,
                  GOOD if value >= 0 else BAD, opacity=0.75)
        self.rect(middle, y - 2, 0.6, height + 4, FAINT)

    def plane(self, x, y, size, cells, fill):
        """A grid of cells, set or 0, with its outline; a run of set cells in a row is one line."""
        self.rect(x, y, size, size, "#f8fafc", LINE)
        cell = size / BOARD
        path = ""
        for row in range(BOARD):
            col = 0
            while col < BOARD:
                end = col
                while end < BOARD and cells[row][end] != 0:
                    end += 1
                if end > col:
                    path += f"M{x + col * cell:.1f} {y + (row + 0.5) * cell:.1f}h{(end - col) * cell:.1f}"
                col = max(end, col + 1)
        if path:
            self.parts.append(f'<path d="{path}" stroke="{fill}" stroke-width="{cell:.2f}"/>')

    def write(self, path):
        with whole_file(path) as name, open(name, "w", encoding="utf-8") as file:
            file.write("\n".join(self.parts) + "\n</svg>\n")


class BoardPicture:
    """A board with its coordinates; squares are given as row, column from 0."""

    def __init__(self, picture, x, y, cell):
        self.picture, self.x, self.y, self.cell = picture, x, y, cell
        for i in range(BOARD):
            middle = (i + 0.5) * cell
            picture.text(x + middle, y - 6, chr(ord("A") + i), 11, FAINT, "middle")
            picture.text(x - 6, y + middle + 4, str(i + 1), 11, FAINT, "end")

    def corner(self, row, col):
        return self.x + col * self.cell, self.y + row * self.cell

    def square(self, row, col, fill="#fbfbf7"):
        self.picture.rect(*self.corner(row, col), self.cell, self.cell, fill, LINE)

    def outline(self, row, col, colour):
        x, y = self.corner(row, col)
        self.picture.rect(x + 2, y + 2, self.cell - 4, self.cell - 4, "none", colour, line=3)

    def premium(self, row, col, name, named=True):
        x, y = self.corner(row, col)
        self.square(row, col, PREMIUMS[name])
        if named:
            self.picture.text(x + self.cell - 3, y + 10, name, 7, FAINT, "end")

    def tile(self, row, col, letter, blank, fill=TILE):
        x, y = self.corner(row, col)
        self.square(row, col, fill)
        self.picture.text(x + self.cell / 2, y + self.cell * 0.7,
                          letter.lower() if blank else letter, self.cell * 0.56,
                          BAD if blank else INK, "middle", "bold")

    def fitting(self, row, col, letters, colour, half):
        """Writes the letters that fit an empty square in its upper (0) or lower (1) half."""
        x, y = self.corner(row, col)
        text = letters if len(letters) <= 6 else f"{len(letters)} of 26"
        self.picture.text(x + 2, y + self.cell * (0.5 * half + 0.38), text or "none",
                          self.cell * 0.2, colour)

    def tint(self, row, col, value, scale):
        """Tints a square by what it adds, green or red, with the number if it is large enough."""
        x, y = self.corner(row, col)
        strength = min(1.0, abs(value) / scale)
        if strength < 0.04:
            return
        colour = GOOD if value > 0 else BAD
        self.picture.rect(x, y, self.cell, self.cell, colour, opacity=0.15 + 0.55 * strength)
        if strength > 0.15:
            self.picture.text(x + self.cell / 2, y + self.cell - 2.5, f"{value:+.2f}",
                              self.cell * 0.26, INK, "middle")
