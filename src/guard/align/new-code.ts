import type { TestCase } from '../model.ts';
import type { FunctionAlignment } from './functions.ts';

/** Tells the tests that call functions which the change brought: they came for these, and take no lost test's place. */
export function callsNewCode(added: FunctionAlignment['added']): (test: TestCase) => boolean {
  const fresh = new Set(
    added.filter(({ file }) => file.role === 'source').map((one) => one.function.name.replace(/^(get|set) /, '')),
  );
  return ({ calls }) => [...calls].some((call) => call.length > 2 && fresh.has(call));
}
