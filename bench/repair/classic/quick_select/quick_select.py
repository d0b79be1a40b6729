def kth_smallest(values, k):
    """The k-th smallest, counted from 1."""
    pivot = values[len(values) // 2]
    below = [value for value in values if value < pivot]
    equal = [value for value in values if value == pivot]
    above = [value for value in values if value > pivot]
    if k <= len(below):
        return kth_smallest(below, k)
    if k <= len(below) + len(equal):
        return pivot
    return kth_smallest(above, k - len(below) - len(equal))
