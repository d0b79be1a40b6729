type Json = { [key: string]: unknown };

/** Which files are looked at, and what `deno` runs. */
const JUDGING_KEY = /^(?:include|exclude|files|references|extends|tasks|test|lint)$/;
const STRICTNESS =
  /^(?:strict\w*|no(?:Implicit|Unchecked|Unused|Property|Fallthrough|Strict)\w*|skip(?:Default)?LibCheck|checkJs|allowUn\w+|exactOptionalPropertyTypes|useUnknownInCatchVariables)$/;

/**
 * A tsconfig.json or deno.json that an agent left, as strict as the baseline's and on the files that this named; the rest is the agent's.
 * Null where these are as they were.
 */
export function overlaidCompiler(baseline: string, current: string): string | null {
  const [before, after] = [parsed(baseline), parsed(current)];
  if (!before || !after) return before && baseline !== current ? baseline : null;
  const options = withKeys(tree(before.compilerOptions), tree(after.compilerOptions), STRICTNESS);
  const whole = withKeys(before, after, JUDGING_KEY);
  if (Object.keys(options).length > 0) whole.compilerOptions = options;
  return JSON.stringify(ordered(whole)) === JSON.stringify(ordered(after))
    ? null
    : `${JSON.stringify(whole, null, 2)}\n`;
}

function withKeys(before: Json, after: Json, judging: RegExp): Json {
  const others = Object.entries(after).filter(([key]) => !judging.test(key));
  return Object.fromEntries([...others, ...Object.entries(before).filter(([key]) => judging.test(key))]);
}

/** With comments and commas at the end, as these files may have them. */
function parsed(text: string): Json | null {
  const bare = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
  try {
    const value: unknown = JSON.parse(bare);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function tree(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function ordered(value: Json): unknown {
  const entries = (one: Json) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries({ ...value, compilerOptions: entries(tree(value.compilerOptions)) });
}
