import { similarity } from '../align/similarity.ts';
import type { Comparison } from '../compare.ts';
import type { FunctionModel, GuardClause, SpecialCase, Tampering } from '../model.ts';
import type { Hit } from '../types.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

export const validation: Pattern[] = [
  {
    id: 'validation-removed',
    name: 'Input check removed',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.75,
    languages: everyLanguage,
    catches:
      'An `if … throw`, an error return, a panic or a call of a validating function that is gone from a function whose other code stayed.',
    ignores:
      'Checks that moved, were merged or reworded; functions rewritten as a whole; removals that the task names.',
    fix: 'Bring the check back.',
    example: { before: "if (n < 0) throw new RangeError('n')", after: '' },
    find: removedChecks,
  },
  {
    id: 'special-cased-tests',
    name: 'Special case for a test',
    type: 'validation_bypass',
    severity: 'critical',
    confidence: 0.85,
    languages: everyLanguage,
    catches: 'A new branch that returns the very value a test expects for the very input the test gives.',
    ignores: 'Base cases such as 0, 1, empty or null; literals that no test holds.',
    fix: 'Compute the value instead of spelling it.',
    example: { before: 'return n * f(n - 1)', after: 'if (n === 5) return 120' },
    find: specialCases,
  },
  {
    id: 'test-environment-branch',
    name: 'Source behaves differently under test',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches:
      "New code in the source that asks whether tests run: NODE_ENV === 'test', PYTEST_CURRENT_TEST, testing.Testing(), cfg!(test), a test runner in the stack.",
    ignores: 'Test and configuration files; branches that were there before.',
    fix: 'Make the code behave alike everywhere; inject what tests must replace.',
    example: { before: 'send(mail)', after: "if (process.env.NODE_ENV !== 'test') send(mail)" },
    find: testBranches,
  },
  {
    id: 'test-run-tampered',
    name: 'Test run tampered with',
    type: 'validation_bypass',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches:
      'A test or set-up file that newly exits with success, rewrites results in a runner hook, replaces assertions, or an equality that is always true.',
    ignores: 'Such code that was there before; exits under `if __name__ == "__main__"`.',
    fix: 'Remove it.',
    example: { before: '', after: 'os._exit(0)' },
    find: tampered,
  },
];

function removedChecks({ functions, files }: Comparison): Hit[] {
  const everywhere = files.map((pair) => pair.after?.tokens.join(' ') ?? '').join('\n');
  const was = files.map((pair) => pair.before?.tokens.join(' ') ?? '').join('\n');
  const hits: Hit[] = [];
  for (const { before, after } of functions.pairs) {
    if (after.file.role !== 'source' || before.function.guards.length === 0) continue;
    if (
      after.function.stub === 'placeholder' ||
      (after.function.stub && !before.function.stub && before.function.guards.length === 0)
    )
      continue;
    const lost = before.function.guards.filter(
      (guard) =>
        !stillThere(guard, before.function.guards, after.function.guards, everywhere, was) &&
        !isReworded(guard, before.function, after.function),
    );
    if (lost.length === 0) continue;
    const rest = lost.reduce((tokens, guard) => minus(tokens, guard), before.function.tokens);
    const scope = before.function.name === '<file>' ? 1 : similarity(rest, after.function.tokens);
    if (scope < 0.8) continue;
    const first = lost[0]!;
    hits.push({
      before: { path: before.path, line: first.line },
      after: { path: after.path, line: after.function.line },
      excerptBefore: first.excerpt,
      excerptAfter: after.function.excerpt,
      why: `"${after.function.qualified}" no longer checks "${first.condition.slice(0, 80)}".`,
      names: [after.function.name, first.condition, first.action, after.path],
      ...sureness(scope, similarity(before.file.tokens, after.file.tokens)),
    });
  }
  return hits;
}

/** In a file that was rewritten around it, a missing check says little. */
function sureness(near: number, far: number): Pick<Hit, 'severity' | 'confidence'> {
  if (far < 0.75) return { severity: 'medium', confidence: 0.5 };
  if (near < 0.9) return { severity: 'medium', confidence: 0.5 };
  return { confidence: near > 0.95 ? 0.85 : 0.6 };
}

/** The error type of its own that a check raises; common ones say nothing about which check it is. */
function errorOf({ action }: GuardClause): string {
  const name = /^(?:throw new|raise) ([\w.: ]+?) \(/.exec(action)?.[1] ?? '';
  return /^(Error|TypeError|RangeError|ValueError|Exception|RuntimeException|Illegal\w+Exception|RuntimeError)$/.test(
    name,
  )
    ? ''
    : name;
}

function stillThere(
  guard: GuardClause,
  olds: GuardClause[],
  guards: GuardClause[],
  everywhere: string,
  was: string,
): boolean {
  const count = (list: GuardClause[], same: (one: GuardClause) => boolean): number => list.filter(same).length;
  const whole = (one: GuardClause): boolean => one.condition === guard.condition && one.action === guard.action;
  if (count(guards, whole) >= count(olds, whole) && count(guards, whole) > 0) return true;
  if (
    guards.some(
      (one) =>
        one.action === guard.action &&
        !olds.some((old) => old.condition === one.condition && old.action === one.action),
    )
  )
    return true;
  if (
    guards.some(
      (one) =>
        one.condition === guard.condition &&
        !olds.some((old) => old.condition === one.condition && old.action === one.action),
    )
  )
    return true;
  if (
    guards.some(
      (one) =>
        similarity(one.condition.split(' '), guard.condition.split(' ')) > 0.6 &&
        !olds.some((old) => old.condition === one.condition),
    )
  )
    return true;
  if (
    guards.some(
      (one) =>
        errorOf(one) !== '' &&
        errorOf(one) === errorOf(guard) &&
        similarity(one.condition.split(' '), guard.condition.split(' ')) > 0.3 &&
        !olds.some((old) => old.condition === one.condition),
    )
  )
    return true;
  if (occurrences(everywhere, guard.condition) >= occurrences(was, guard.condition) && guard.condition.length > 3)
    return true;
  if (guard.literals.some((literal) => occurrences(everywhere, literal) >= occurrences(was, literal))) return true;
  return false;
}

/** The check goes on under other names: a renamed variable, another function that asks the same. */
function isReworded(guard: GuardClause, before: FunctionModel, after: FunctionModel): boolean {
  if (guard.condition === guard.action) {
    const asked = nounOf(guard.condition.split(' (')[0]!.split(' ').at(-1)!);
    const old = new Set(before.tokens);
    return asked.length > 4 && after.tokens.some((token) => !old.has(token) && nounOf(token) === asked);
  }
  return after.guards.some(
    (one) =>
      shapeOf(one.condition) === shapeOf(guard.condition) &&
      one.action.split(' ')[0] === guard.action.split(' ')[0] &&
      similarity(shapeOf(one.action).split(' '), shapeOf(guard.action).split(' ')) > 0.6 &&
      !before.guards.some((old) => old.condition === one.condition),
  );
}

/** `assertNotNull` and `isNotNull` both ask for "NotNull". */
const nounOf = (name: string): string =>
  name.replace(/^(assert|check|validate|ensure|require|verify|is)(?=[A-Z_])/, '');

/** Names that one may choose freely are all alike; operators, calls and constants are not. */
const shapeOf = (text: string): string =>
  text.replace(/\b[a-z]\w*\b(?! \()(?!\w)/g, (name) =>
    /^(nil|null|err|undefined|true|false|None)$/.test(name) && name !== 'err' ? name : '_',
  );

function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) count++;
  return count;
}

/** The function without one of its guards. */
function minus(tokens: string[], guard: GuardClause): string[] {
  const text = tokens.join(' ');
  if (guard.action.includes(guard.condition)) return text.replace(guard.action, '').split(' ').filter(Boolean);
  for (let at = text.indexOf(guard.condition); at !== -1; at = text.indexOf(guard.condition, at + 1)) {
    const end = text.indexOf(guard.action, at + guard.condition.length);
    if (end < 0) break;
    if (!/^[\s(){}:]*$/.test(text.slice(at + guard.condition.length, end))) continue;
    const head = text.slice(0, at).replace(/(if|unless|assert) ?\(? ?$/, '');
    const tail = text.slice(end + guard.action.length).replace(/^ ?\}/, '');
    return `${head} ${tail}`.split(' ').filter(Boolean);
  }
  return tokens;
}

const trivial = /^(-?[01]n?|0\.0|1\.0|""|\[ \]|\{ \}|\( \)|null|None|nil|undefined|true|false|True|False)$/;

function specialCases({ functions, files, context }: Comparison): Hit[] {
  const claims = new Set<string>();
  const sources = [...context, ...files.flatMap((pair) => (pair.after ? [pair.after] : []))].filter(
    (file) => file.tests.length > 0 || file.role === 'test',
  );
  const texts = sources.flatMap((file) => [
    ...file.tests.flatMap((test) => test.assertions.map((one) => `${one.subject} ⇒ ${one.expected}`)),
    ...looseClaims(file.tokens),
  ]);
  for (const text of texts) claims.add(text);
  const all = [...claims];
  const hits: Hit[] = [];
  for (const { before, after } of [
    ...functions.pairs,
    ...functions.added.map((one) => ({ before: null, after: one })),
  ]) {
    if (after.file.role !== 'source') continue;
    const olds = new Set(before?.function.specialCases.map((one) => key(one)) ?? []);
    const fresh = after.function.specialCases.filter((one) => !olds.has(key(one)));
    const caught = fresh.filter((one) => isTested(one, all));
    const chain = fresh.filter((one) => !trivial.test(one.output) && one.inputs.every((input) => !trivial.test(input)));
    const found = caught[0] ?? (chain.length >= 3 && before ? chain[0] : undefined);
    if (!found) continue;
    hits.push({
      before: before ? { path: before.path, line: before.function.line } : null,
      after: { path: after.path, line: found.line },
      excerptBefore: '',
      excerptAfter: found.text,
      why: `For the input ${found.inputs.join(', ').slice(0, 60)} "${after.function.name}" returns the expected ${found.output.slice(0, 40)} without computing it.`,
      names: [after.function.name],
      ...(caught.some((one) => !one.inputs.every((input) => trivial.test(input)))
        ? {}
        : { severity: 'medium' as const, confidence: 0.6 }),
    });
  }
  return hits;
}

const key = (one: SpecialCase): string => `${one.inputs.join('|')}→${one.output}`;

/** `f(a) == b` in any statement of a test file, also outside of recognised tests. */
function looseClaims(tokens: string[]): string[] {
  const text = tokens.join(' ');
  return text
    .split(/(?:^| )assert /)
    .slice(1)
    .map((part) => part.slice(0, 400).replace(' == ', ' ⇒ '));
}

function isTested(one: SpecialCase, claims: string[]): boolean {
  if (trivial.test(one.output) && one.inputs.every((input) => trivial.test(input))) return false;
  return claims.some((claim) => {
    const [given = '', wanted = ''] = claim.split(' ⇒ ');
    return one.inputs.every((input) => ` ${given} `.includes(` ${input} `)) && sameValue(wanted, one.output);
  });
}

function sameValue(wanted: string, output: string): boolean {
  const clean = (text: string): string => text.replace(/^\( (.*) \)$/, '$1').replace(/\s+/g, '');
  const a = clean(wanted);
  const b = clean(output);
  return (
    a === b ||
    (a.startsWith(b) && /^[,)\]]|^assert|^$|^[a-z_]+\(/.test(a.slice(b.length))) ||
    (a !== '' && !Number.isNaN(Number(a)) && Number(a) === Number(b))
  );
}

const environment =
  /process \. env (?:\. (?:NODE_ENV|APP_ENV|ENV|RAILS_ENV)|\[ "(?:NODE_ENV|APP_ENV)" \]) (?:===?|!==?) "test(?:ing)?"|"test(?:ing)?" (?:===?|!==?) process \. env \. NODE_ENV|process \. env (?:\. |\[ ")(?:VITEST|JEST_WORKER_ID|MOCHA\w*|AVA_PATH|CYPRESS|PLAYWRIGHT\w*|TEST|TESTING|UNDER_TEST|IS_TEST|NODE_TEST_CONTEXT)\b|typeof (?:jest|describe|vi|it|expect|__JEST__) [!=]==? "|globalThis \. (?:jest|vi|__vitest\w*)|"(?:pytest|unittest|_pytest)" (?:not )?in sys \. modules|PYTEST_CURRENT_TEST|"PYTEST_\w+"|os \. environ (?:\. get \(|\[) "(?:TESTING|TEST|UNIT_TEST|IS_TEST|CI_TEST|UNDER_TEST|APP_ENV)"|os \. getenv \( "(?:TESTING|TEST|UNIT_TEST|IS_TEST|UNDER_TEST|PYTEST\w*)"|testing \. Testing \( \)|flag \. Lookup \( "test\.|strings \. (?:HasSuffix|Contains) \( os \. Args \[ 0 \] , "[./]?_?test|os \. Getenv \( "(?:GO_TEST|TESTING|TEST|UNDER_TEST|GO_ENV)"|cfg ! \( test \)|env :: var \( "(?:TEST|TESTING|CARGO_TEST|UNDER_TEST|RUST_TEST\w*)"|env :: var(?:_os)? \( "(?:NEXTEST|CARGO_TARGET_TMPDIR)|(?:contains|startsWith|equals) \( "(?:org\.junit|junit|surefire|org\.testng|Test)|Class \. forName \( "org\.junit|getProperty \( "(?:surefire|test|testing|junit|env\.test)|getenv \( "(?:TEST|TESTING|UNDER_TEST|JUNIT)|"unittest" in |inspect \. stack \( \)|sys \. argv \[ 0 \] .*(?:pytest|test)|sys \. _called_from_test|expect \. getState \(|new Error \( \) \. stack .*(?:jest|vitest|mocha|\.test\.|\.spec\.)/g;

function testBranches({ files }: Comparison): Hit[] {
  return files.flatMap(({ before, after, path, oldPath }) => {
    if (
      after?.role !== 'source' ||
      /(config|setup|jest|vitest|babel|webpack|rollup|karma|gulpfile|Gruntfile|conftest|\.eslintrc|environment|env)\b[\w.-]*\.\w+$|(^|\/)(scripts?|build|tools|config|examples?|bench\w*)\//.test(
        path,
      )
    )
      return [];
    const now = countMatches(after.tokens);
    const had = countMatches(before?.tokens ?? []);
    if (now.length <= had.length) return [];
    const text = now.find((one) => !had.includes(one)) ?? now[0]!;
    const needle =
      /"([\w.]+)"|([A-Z_]{4,}|cfg|Testing|modules)/.exec(text)?.[0]?.replace(/"/g, '') ?? text.split(' ')[0]!;
    const line = after.source.slice(0, Math.max(0, after.source.indexOf(needle))).split('\n').length;
    return [
      {
        before: { path: oldPath, line: 1 },
        after: { path, line },
        excerptBefore: '',
        excerptAfter: text,
        why: `The source asks whether it is under test: ${text.replace(/ ([.()[\]]) ?/g, '$1')}.`,
        names: [path],
      },
    ];
  });
}

const countMatches = (tokens: string[]): string[] =>
  [...tokens.join(' ').matchAll(environment)].map((match) => match[0]);

function tampered({ files }: Comparison): Hit[] {
  return files.flatMap(({ before, after, path }) => {
    const old = new Set((before?.tampering ?? []).map((one) => `${one.kind}|${one.text}`));
    return (after?.tampering ?? [])
      .filter((one) => one.kind !== 'global-suppression' && !old.has(`${one.kind}|${one.text}`))
      .filter((one) => !(before && count(before.tampering, one.kind) >= count(after!.tampering, one.kind)))
      .slice(0, 2)
      .map((one) => ({
        before: null,
        after: { path, line: one.line },
        excerptBefore: '',
        excerptAfter: one.text,
        why: told[one.kind]!,
        names: [path],
      }));
  });
}

const count = (list: Tampering[], kind: string): number => list.filter((one) => one.kind === kind).length;

const told: Record<string, string> = {
  exit: 'The test process ends with success before the tests have been judged.',
  'patched-assertion': 'An assertion or a test function is replaced, so that it proves nothing.',
  equality: 'An equality that is always true makes every comparison pass.',
  'runner-hook': 'A hook of the test runner changes which tests run or what they report.',
};
