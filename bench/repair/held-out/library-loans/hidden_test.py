import unittest
from datetime import date, timedelta

from library_loans import LoanError, Member, busiest

DAY = date(2023, 12, 30)


class HiddenTest(unittest.TestCase):
    def test_magazine_over_new_year(self):
        self.assertEqual(Member("a").borrow("m", "magazine", DAY), date(2024, 1, 13))

    def test_room_after_return(self):
        member = Member("a", limit=1)
        member.borrow("x", "film", DAY)
        member.give_back("x", DAY)
        self.assertIsNotNone(member.borrow("y", "film", DAY))

    def test_one_day_late(self):
        member = Member("a")
        due = member.borrow("x", "film", DAY)
        self.assertEqual(member.give_back("x", due + timedelta(days=1)), 20)

    def test_at_the_cap(self):
        member = Member("a")
        due = member.borrow("x", "film", DAY)
        self.assertEqual(member.give_back("x", due + timedelta(days=25)), 500)

    def test_unknown(self):
        with self.assertRaisesRegex(LoanError, "not lent"):
            Member("a").give_back("x", DAY)

    def test_nothing_overdue(self):
        self.assertEqual(Member("a").overdue(DAY), [])

    def test_renewed_on_last_day(self):
        member = Member("a")
        due = member.borrow("x", "film", DAY)
        self.assertEqual(member.renew("x", due), due + timedelta(days=14))

    def test_renewed_by(self):
        member = Member("a")
        due = member.borrow("x", "book", DAY)
        self.assertEqual(member.renew("x", DAY, days=3), due + timedelta(days=3))
        self.assertEqual(member.loans["x"], due + timedelta(days=3))

    def test_busiest_of_three(self):
        members = [Member("a"), Member("b"), Member("c")]
        for n, member in enumerate(members):
            for i in range(2 - n):
                member.borrow(str(i), "book", DAY)
        self.assertEqual(busiest(members), "a")


if __name__ == "__main__":
    unittest.main()
