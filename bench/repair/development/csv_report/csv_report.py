def parse(text, separator=","):
    """Rows as dictionaries by the names in the first line; blank lines are skipped."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return []
    names = [name.strip() for name in lines[0].split(separator)]
    rows = []
    for line in lines[1:]:
        values = [value.strip() for value in line.split(separator)]
        rows.append(dict(zip(names, values)))
    return rows


def total(rows, column):
    return sum(float(row[column]) for row in rows if row.get(column))


def group(rows, column):
    groups = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    return groups


def column_widths(rows):
    widths = {}
    for row in rows:
        for name, value in row.items():
            widths[name] = max(widths.get(name, len(name)), len(value))
    return widths


def render(rows):
    if not rows:
        return ""
    widths = column_widths(rows)
    head = "  ".join(name.ljust(width) for name, width in widths.items())
    lines = [head.rstrip()]
    for row in rows:
        cells = [row.get(name, "").ljust(width) for name, width in widths.items()]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def top(rows, column, count=3):
    ranked = sorted(rows, key=lambda row: float(row[column]), reverse=True)
    return ranked[:count]
