import unittest
from datetime import date, timedelta

from library_loans import LoanError, Member, busiest

TODAY = date(2024, 3, 1)


class LoansTest(unittest.TestCase):
    def setUp(self):
        self.member = Member("ida", limit=2)

    def test_due_dates(self):
        self.assertEqual(self.member.borrow("dune", "book", TODAY), date(2024, 3, 29))
        self.assertEqual(self.member.borrow("brazil", "film", TODAY), date(2024, 3, 8))

    def test_limit(self):
        self.member.borrow("a", "book", TODAY)
        self.member.borrow("b", "book", TODAY)
        with self.assertRaises(LoanError):
            self.member.borrow("c", "book", TODAY)

    def test_twice(self):
        self.member.borrow("a", "book", TODAY)
        with self.assertRaisesRegex(LoanError, "lent already"):
            self.member.borrow("a", "book", TODAY)

    def test_default_limit(self):
        member = Member("max")
        for n in range(5):
            member.borrow(f"item {n}", "film", TODAY)
        with self.assertRaises(LoanError):
            member.borrow("one more", "film", TODAY)

    def test_in_time(self):
        self.member.borrow("a", "film", TODAY)
        self.assertEqual(self.member.give_back("a", TODAY + timedelta(days=7)), 0)

    def test_late(self):
        self.member.borrow("a", "film", TODAY)
        self.assertEqual(self.member.give_back("a", TODAY + timedelta(days=10)), 60)

    def test_very_late(self):
        self.member.borrow("a", "film", TODAY)
        self.assertEqual(self.member.give_back("a", TODAY + timedelta(days=100)), 500)

    def test_given_back_once(self):
        self.member.borrow("a", "film", TODAY)
        self.member.give_back("a", TODAY)
        with self.assertRaises(LoanError):
            self.member.give_back("a", TODAY)

    def test_overdue(self):
        self.member.borrow("b", "film", TODAY)
        self.member.borrow("a", "film", TODAY)
        self.assertEqual(self.member.overdue(TODAY + timedelta(days=7)), [])
        self.assertEqual(self.member.overdue(TODAY + timedelta(days=8)), ["a", "b"])

    def test_renewal(self):
        self.member.borrow("a", "film", TODAY)
        self.assertEqual(self.member.renew("a", TODAY), date(2024, 3, 22))
        self.assertIsNone(self.member.renew("b", TODAY))
        self.assertIsNone(self.member.renew("a", TODAY + timedelta(days=60)))

    def test_busiest(self):
        other = Member("max")
        other.borrow("x", "book", TODAY)
        self.assertEqual(busiest([self.member, other]), "max")
        self.assertIsNone(busiest([]))


if __name__ == "__main__":
    unittest.main()
