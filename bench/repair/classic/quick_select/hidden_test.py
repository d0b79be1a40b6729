import unittest

from quick_select import kth_smallest


class HiddenTest(unittest.TestCase):
    def test_twins(self):
        self.assertEqual(kth_smallest([2, 2, 1, 2], 3), 2)

    def test_one(self):
        self.assertEqual(kth_smallest([7], 1), 7)

    def test_all(self):
        self.assertEqual([kth_smallest([9, 3, 7, 1], k) for k in (1, 2, 3, 4)], [1, 3, 7, 9])


if __name__ == "__main__":
    unittest.main()
