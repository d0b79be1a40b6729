import { type Fields, fields, fieldsOrEmpty } from '../../core/text/foreign-json.ts';
import { parseJsonc } from '../../system/jsonc.ts';

/** Keys that select the checked files, and what `deno` runs. */
const JUDGING_KEY = /^(?:include|exclude|files|references|extends|tasks|test|lint)$/;
const STRICTNESS =
  /^(?:strict\w*|no(?:Implicit|Unchecked|Unused|Property|Fallthrough|Strict)\w*|skip(?:Default)?LibCheck|checkJs|allowUn\w+|exactOptionalPropertyTypes|useUnknownInCatchVariables)$/;

/**
 * The agent's tsconfig.json or deno.json with the baseline's strictness and file selection; the rest stays as the agent
 * wrote it. Null if those parts are unchanged.
 */
export function overlayCompiler(baseline: string, current: string): string | null {
  const [before, after] = [fields(parseJsonc(baseline)), fields(parseJsonc(current))];
  if (!before || !after) return before && baseline !== current ? baseline : null;
  const options = withKeys(fieldsOrEmpty(before.compilerOptions), fieldsOrEmpty(after.compilerOptions), STRICTNESS);
  const whole = withKeys(before, after, JUDGING_KEY);
  if (Object.keys(options).length > 0) whole.compilerOptions = options;
  return JSON.stringify(sortKeys(whole)) === JSON.stringify(sortKeys(after))
    ? null
    : `${JSON.stringify(whole, null, 2)}\n`;
}

function withKeys(before: Fields, after: Fields, judging: RegExp): Record<string, unknown> {
  const others = Object.entries(after).filter(([key]) => !judging.test(key));
  return Object.fromEntries([...others, ...Object.entries(before).filter(([key]) => judging.test(key))]);
}

function sortKeys(value: Fields): unknown {
  const entries = (one: Fields) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries({ ...value, compilerOptions: entries(fieldsOrEmpty(value.compilerOptions)) });
}
