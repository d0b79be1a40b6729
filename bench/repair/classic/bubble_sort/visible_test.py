import unittest

from bubble_sort import bubble_sort


class VisibleTest(unittest.TestCase):
    def test_mixed(self):
        self.assertEqual(bubble_sort([3, 1, 2]), [1, 2, 3])

    def test_reversed(self):
        self.assertEqual(bubble_sort([4, 3, 2, 1]), [1, 2, 3, 4])

    def test_empty(self):
        self.assertEqual(bubble_sort([]), [])


if __name__ == "__main__":
    unittest.main()
