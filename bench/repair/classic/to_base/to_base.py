DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def to_base(number, base):
    if number == 0:
        return "0"
    digits = ""
    while number > 0:
        digits = DIGITS[number % base] + digits
        number //= base
    return digits
