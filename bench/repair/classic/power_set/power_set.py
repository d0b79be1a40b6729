def power_set(values):
    """All subsets, those without the first value first."""
    if not values:
        return [[]]
    first, *rest = values
    without = power_set(rest)
    return without + [[first] + subset for subset in without]
