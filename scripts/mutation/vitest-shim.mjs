// Stands in for `vitest` in the bundle of scripts/mutation/runner.mjs: it only remembers the tests, with vitest's own matchers.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const resolver = createRequire(
  createRequire(pathToFileURL(`${process.cwd()}/package.json`)).resolve('vitest/package.json'),
);
const { ASYMMETRIC_MATCHERS_OBJECT, chai, getState, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } =
  await import(pathToFileURL(resolver.resolve('@vitest/expect')).href);
const { format } = await import(pathToFileURL(resolver.resolve('@vitest/pretty-format')).href);

/** What the bundle registered, in order: `{ name, run }`. */
export const registered = [];
const path = [];

export function describe(name, body) {
  path.push(name);
  body();
  path.pop();
}
describe.skipIf = (skip) => (skip ? () => {} : describe);

export function test(name, run) {
  registered.push({ name: [...path, name].join(' › '), run });
}
test.skipIf = (skip) => (skip ? () => {} : test);
test.each = (cases) => (name, run) => {
  for (const [index, one] of [...cases].entries()) {
    test(`${name} #${index}`, () => (Array.isArray(one) ? run(...one) : run(one)));
  }
};
export function it(name, run) {
  test(name, run);
}
it.each = test.each;

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use((_, { addMethod }) => {
  addMethod(chai.Assertion.prototype, 'toMatchInlineSnapshot', function matches(wanted) {
    const value = format(this._obj, { escapeString: false, printBasicPrototype: false });
    chai.assert.equal(unindented(value), unindented(wanted));
  });
});
chai.use(JestAsymmetricMatchers);

export function expect(value, message) {
  return chai.expect(value, message);
}
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect.getState = () => getState(expect);
expect.setState = (state) => setState(state, expect);
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect);

const unindented = (text) => text.trim().replace(/^\s+/gm, '');
