import type { TestCase } from '../../syntax/model.ts';
import type { FunctionAlignment } from './functions.ts';

/** Finds tests that call functions added by the change: they were written for those, and do not replace a lost test. */
export function callsNewCode(added: FunctionAlignment['added']): (test: TestCase) => boolean {
  const fresh = new Set(
    added.filter(({ file }) => file.role === 'source').map((one) => one.function.name.replace(/^(get|set) /, '')),
  );
  return ({ calls }) => [...calls].some((call) => call.length > 2 && fresh.has(call));
}
