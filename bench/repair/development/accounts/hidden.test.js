import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Account, interest, totalOf, transfer } from '../src/accounts.js';

test('history grows', () => {
  const account = new Account('a');
  account.deposit(5, 'x');
  account.withdraw(3, 'y');
  assert.deepEqual(account.history.map(({ kind, amount, text }) => [kind, amount, text]), [['deposit', 5, 'x'], ['withdrawal', 3, 'y']]);
});
test('a refused withdrawal leaves no trace', () => {
  const account = new Account('a');
  assert.equal(account.withdraw(1), false);
  assert.deepEqual(account.history, []);
});
test('within the limit', () => {
  const account = new Account('a', { limit: 10 });
  account.withdraw(4);
  assert.equal(account.balance, -4);
  assert.equal(account.withdraw(6), true);
});
test('find nothing', () => assert.deepEqual(new Account('a').search('x'), []));
test('find a part', () => {
  const account = new Account('a');
  account.deposit(1, 'RENT march');
  assert.equal(account.search('march').length, 1);
  assert.equal(account.search('rent').length, 1);
});
test('transfer texts', () => {
  const [a, b] = [new Account('a'), new Account('b')];
  a.deposit(9);
  transfer(a, b, 9);
  assert.equal(a.history.at(-1).text, 'to b');
});
test('no interest on debts', () => {
  const account = new Account('a', { limit: 100 });
  account.withdraw(100);
  assert.equal(interest(account, 0.1, 365), 0);
});
test('interest rounds down', () => {
  const account = new Account('a');
  account.deposit(999);
  assert.equal(interest(account, 0.1, 365), 99);
});
test('total of none', async () => assert.equal(await totalOf([], async () => null), 0));
test('NaN is no amount', () => assert.throws(() => new Account('a').deposit(Number.NaN), RangeError));
