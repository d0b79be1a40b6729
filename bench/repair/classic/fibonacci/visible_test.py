import unittest

from fibonacci import fibonacci


class VisibleTest(unittest.TestCase):
    def test_start(self):
        self.assertEqual([fibonacci(n) for n in range(6)], [0, 1, 1, 2, 3, 5])

    def test_tenth(self):
        self.assertEqual(fibonacci(10), 55)


if __name__ == "__main__":
    unittest.main()
