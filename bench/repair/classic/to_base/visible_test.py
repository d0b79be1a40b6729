import unittest

from to_base import to_base


class VisibleTest(unittest.TestCase):
    def test_binary(self):
        self.assertEqual(to_base(6, 2), "110")

    def test_hexadecimal(self):
        self.assertEqual(to_base(255, 16), "ff")

    def test_zero(self):
        self.assertEqual(to_base(0, 7), "0")


if __name__ == "__main__":
    unittest.main()
