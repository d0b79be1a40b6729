import unittest

from bubble_sort import bubble_sort


class HiddenTest(unittest.TestCase):
    def test_twins(self):
        self.assertEqual(bubble_sort([1, 2, 1]), [1, 1, 2])

    def test_longer(self):
        self.assertEqual(bubble_sort([9, 7, 8, 1, 0]), [0, 1, 7, 8, 9])

    def test_one(self):
        self.assertEqual(bubble_sort([1]), [1])


if __name__ == "__main__":
    unittest.main()
