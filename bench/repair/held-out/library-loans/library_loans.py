from datetime import date, timedelta

LOAN_DAYS = {"book": 28, "film": 7, "magazine": 14}


class LoanError(Exception):
    pass


class Member:
    def __init__(self, name, limit=5):
        self.name = name
        self.limit = limit
        self.loans = {}

    def borrow(self, item, kind, today):
        if item in self.loans:
            raise LoanError(f"{item} is lent already")
        if len(self.loans) >= self.limit:
            raise LoanError(f"{self.name} has {self.limit} loans")
        self.loans[item] = today + timedelta(days=LOAN_DAYS[kind])
        return self.loans[item]

    def give_back(self, item, today):
        """Returns the fee in cents: 20 a day, at most 500."""
        if item not in self.loans:
            raise LoanError(f"{item} was not lent")
        due = self.loans.pop(item)
        late = (today - due).days
        return min(late * 20, 500) if late > 0 else 0

    def overdue(self, today):
        return sorted(item for item, due in self.loans.items() if due < today)

    def renew(self, item, today, days=14):
        due = self.loans.get(item)
        if due is None or due < today:
            return None
        self.loans[item] = due + timedelta(days=days)
        return self.loans[item]


def busiest(members):
    if not members:
        return None
    return max(members, key=lambda member: len(member.loans)).name
