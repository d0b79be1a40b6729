export class Account {
  constructor(owner, { limit = 0 } = {}) {
    this.owner = owner;
    this.limit = limit;
    this.balance = 0;
    this.history = [];
  }

  deposit(amount, text = '') {
    if (!(amount > 0)) throw new RangeError('a deposit must be positive');
    this.balance += amount;
    this.history.push({ kind: 'deposit', amount, text });
    return this.balance;
  }

  /** False where the limit would be passed; nothing happens then. */
  withdraw(amount, text = '') {
    if (this.balance - amount < -this.limit) return false;
    this.balance -= amount;
    this.history.push({ kind: 'withdrawal', amount, text });
    return true;
  }

  search(word) {
    const wanted = word.toLowerCase();
    return this.history.filter(({ text }) => text.toLowerCase().includes(wanted));
  }
}

export function transfer(from, to, amount) {
  if (from === to) return false;
  if (!from.withdraw(amount, `to ${to.owner}`)) return false;
  to.deposit(amount, `from ${from.owner}`);
  return true;
}

/** Interest for a number of days, in whole cents; none for what is owed. */
export function interest(account, rate, days) {
  if (account.balance <= 0) return 0;
  return Math.floor((account.balance * rate * days) / 365);
}

export async function totalOf(owners, load) {
  let total = 0;
  for (const owner of owners) {
    const account = await load(owner);
    if (!account) continue;
    total += account.balance;
  }
  return total;
}
