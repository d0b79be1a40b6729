import unittest

from quick_select import kth_smallest


class VisibleTest(unittest.TestCase):
    def test_middle(self):
        self.assertEqual(kth_smallest([5, 1, 4, 2, 3], 3), 3)

    def test_first(self):
        self.assertEqual(kth_smallest([5, 1, 4], 1), 1)

    def test_last(self):
        self.assertEqual(kth_smallest([5, 1, 4, 9], 4), 9)


if __name__ == "__main__":
    unittest.main()
