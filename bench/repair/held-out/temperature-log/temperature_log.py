from statistics import mean


def parse_line(line):
    """'2024-01-05 14:00;-3.5' -> (day, hour, degrees); None for blank lines and comments."""
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    stamp, value = line.split(";")
    day, time = stamp.split(" ")
    return day, int(time.split(":")[0]), float(value)


def read_log(lines):
    return [entry for entry in map(parse_line, lines) if entry is not None]


def daily_means(entries):
    by_day = {}
    for day, _, degrees in entries:
        by_day.setdefault(day, []).append(degrees)
    return {day: round(mean(values), 1) for day, values in by_day.items()}


def frost_days(entries):
    return sorted({day for day, _, degrees in entries if degrees < 0})


def longest_rise(values):
    """How many measurements in a row were each warmer than the one before."""
    best = run = 0
    for earlier, later in zip(values, values[1:]):
        if later > earlier:
            run += 1
            best = max(best, run)
        else:
            run = 0
    return best


def hottest(entries, between=(0, 23)):
    first, last = between
    within = [entry for entry in entries if first <= entry[1] <= last]
    if not within:
        return None
    return max(within, key=lambda entry: entry[2])
