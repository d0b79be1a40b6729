import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Account, interest, totalOf, transfer } from '../src/accounts.js';

const rich = () => {
  const account = new Account('ann');
  account.deposit(1000, 'Salary');
  return account;
};

test('deposits add up', () => {
  const account = rich();
  assert.equal(account.deposit(500), 1500);
});
test('nothing cannot be deposited', () => {
  assert.throws(() => new Account('x').deposit(0), RangeError);
  assert.throws(() => new Account('x').deposit(-5), RangeError);
});
test('withdrawals', () => {
  const account = rich();
  assert.equal(account.withdraw(400), true);
  assert.equal(account.balance, 600);
});
test('down to nothing, no further', () => {
  const account = rich();
  assert.equal(account.withdraw(1001), false);
  assert.equal(account.balance, 1000);
  assert.equal(account.withdraw(1000), true);
});
test('the limit', () => {
  const account = new Account('bob', { limit: 200 });
  assert.equal(account.withdraw(200), true);
  assert.equal(account.withdraw(1), false);
});
test('searching', () => {
  const account = rich();
  account.withdraw(10, 'Coffee');
  assert.deepEqual(account.search('SAL').map(({ amount }) => amount), [1000]);
  assert.deepEqual(account.search('coffee').map(({ kind }) => kind), ['withdrawal']);
});
test('transfers', () => {
  const [ann, bob] = [rich(), new Account('bob')];
  assert.equal(transfer(ann, bob, 300), true);
  assert.deepEqual([ann.balance, bob.balance], [700, 300]);
  assert.equal(bob.history[0].text, 'from ann');
  assert.equal(transfer(bob, ann, 301), false);
  assert.deepEqual([ann.balance, bob.balance], [700, 300]);
});
test('not to oneself', () => {
  const ann = rich();
  assert.equal(transfer(ann, ann, 10), false);
});
test('interest', () => {
  assert.equal(interest(rich(), 0.05, 365), 50);
  assert.equal(interest(rich(), 0.05, 73), 10);
  assert.equal(interest(new Account('x'), 0.05, 100), 0);
});
test('a total over owners', async () => {
  const known = { ann: rich(), bob: rich() };
  assert.equal(await totalOf(['ann', 'eve', 'bob'], async (name) => known[name]), 2000);
});
