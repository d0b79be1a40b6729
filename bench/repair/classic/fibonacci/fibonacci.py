def fibonacci(n):
    """The n-th number: 0, 1, 1, 2, 3, 5 …"""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
