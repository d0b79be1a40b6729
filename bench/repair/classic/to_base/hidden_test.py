import unittest

from to_base import to_base


class HiddenTest(unittest.TestCase):
    def test_decimal(self):
        self.assertEqual(to_base(1234, 10), "1234")

    def test_large(self):
        self.assertEqual(to_base(35, 36), "z")

    def test_octal(self):
        self.assertEqual(to_base(64, 8), "100")


if __name__ == "__main__":
    unittest.main()
