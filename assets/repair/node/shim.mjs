// Stands in for node:test inside the warm driver: the same calls, run one after another, with every result told at once. It
// covers what most test files use; a file that needs more behaves otherwise than under node:test, which is noticed when its
// results on the unchanged program are compared, and then the warm driver is not used.
import { mock as realMock } from 'node:test';

const suite = (name, parent) => ({ name, parent, entries: [], before: [], after: [], beforeEach: [], afterEach: [] });
let root = suite('', null);
let current = root;

/** Forgets what was registered and gives what runs it. */
export function collectTests() {
  root = suite('', null);
  current = root;
  return (tell) => runSuite(root, [], tell, new Map());
}

function parts(args) {
  const body = args.find((one) => typeof one === 'function');
  const name = typeof args[0] === 'string' ? args[0] : body?.name || '<anonymous>';
  const options = args.find((one) => one && typeof one === 'object') ?? {};
  return { name, options, body };
}

function register(args, forced = {}) {
  const { name, options, body } = parts(args);
  current.entries.push({ kind: 'test', name, body, ...options, ...forced });
  return Promise.resolve();
}

function describeWith(args, forced = {}) {
  const { name, options, body } = parts(args);
  const inner = suite(name, current);
  current.entries.push({ kind: 'suite', suite: inner, ...options, ...forced });
  const outer = current;
  current = inner;
  try {
    if (!options.skip && !forced.skip) body?.({ name });
  } finally {
    current = outer;
  }
}

const caller = () =>
  Object.assign((...args) => register(args), {
    skip: (...args) => register(args, { skip: true }),
    todo: (...args) => register(args, { todo: true }),
    only: (...args) => register(args),
  });
export const test = caller();
export const it = caller();
export const describe = Object.assign((...args) => describeWith(args), {
  skip: (...args) => describeWith(args, { skip: true }),
  todo: (...args) => describeWith(args, { todo: true }),
  only: (...args) => describeWith(args),
});
const suiteCall = describe;
export { suiteCall as suite };
export const before = (hook) => void current.before.push(hook);
export const after = (hook) => void current.after.push(hook);
export const beforeEach = (hook) => void current.beforeEach.push(hook);
export const afterEach = (hook) => void current.afterEach.push(hook);
export const mock = realMock;
export default Object.assign((...args) => register(args), { test, it, describe, suite: describe, before, after, beforeEach, afterEach, mock, skip: test.skip, todo: test.todo, only: test.only });

async function runSuite(own, path, tell, seen) {
  for (const hook of own.before) await hook({});
  for (const entry of own.entries) {
    if (entry.kind === 'suite') {
      if (!entry.skip) await runSuite(entry.suite, [...path, entry.suite.name], tell, seen);
    } else await runTest(entry, own, path, tell, seen);
  }
  for (const hook of own.after) await hook({});
}

async function runTest({ name, body, skip, todo }, own, path, tell, seen) {
  const full = numbered([...path, name].join(' > '), seen);
  if (skip || todo || !body) return tell({ name: full, status: skip || todo ? 'skipped' : 'passed', error: null });
  let failure = null;
  let skipped = false;
  const cleanups = [];
  let failedInside = false;
  const context = {
    name,
    mock: realMock,
    after: (hook) => void cleanups.push(hook),
    diagnostic() {},
    skip: () => void (skipped = true),
    todo: () => void (skipped = true),
    test: async (...args) => {
      const inner = parts(args);
      await runTest({ name: inner.name, body: inner.body, ...inner.options }, own, [...path, name], (result) => {
        if (result.status === 'failed') failedInside = true;
        tell(result);
      }, seen);
    },
  };
  const chain = [];
  for (let at = own; at; at = at.parent) chain.unshift(at);
  try {
    for (const one of chain) for (const hook of one.beforeEach) await hook(context);
    if (body.length >= 2) await new Promise((done, fail) => body(context, (error) => (error ? fail(error) : done())));
    else await body(context);
  } catch (error) {
    failure = error ?? new Error('it threw nothing');
  }
  try {
    for (const one of chain.reverse()) for (const hook of one.afterEach) await hook(context);
    for (const hook of cleanups) await hook(context);
  } catch (error) {
    failure ??= error;
  }
  // A test of which only inner tests failed is told by them.
  if (failedInside && !failure) return;
  tell({ name: full, status: failure ? 'failed' : skipped ? 'skipped' : 'passed', error: failure });
}

function numbered(name, seen) {
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? name : `${name} #${count}`;
}
