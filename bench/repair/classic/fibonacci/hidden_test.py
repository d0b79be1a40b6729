import unittest

from fibonacci import fibonacci


class HiddenTest(unittest.TestCase):
    def test_zero(self):
        self.assertEqual(fibonacci(0), 0)

    def test_one(self):
        self.assertEqual(fibonacci(1), 1)

    def test_twentieth(self):
        self.assertEqual(fibonacci(20), 6765)


if __name__ == "__main__":
    unittest.main()
