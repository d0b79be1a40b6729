import unittest

from flatten import flatten


class VisibleTest(unittest.TestCase):
    def test_nested(self):
        self.assertEqual(flatten([1, [2, [3]], 4]), [1, 2, 3, 4])

    def test_flat(self):
        self.assertEqual(flatten([1, 2]), [1, 2])

    def test_empty(self):
        self.assertEqual(flatten([]), [])


if __name__ == "__main__":
    unittest.main()
