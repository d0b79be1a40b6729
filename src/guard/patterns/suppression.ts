import { containment, Pool } from '../align/similarity.ts';
import type { Comparison } from '../compare.ts';
import type { Directive, FunctionModel, Handler } from '../model.ts';
import type { Hit } from '../types.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

export const suppression: Pattern[] = [
  {
    id: 'suppression-file',
    name: 'Checker switched off for a whole file',
    type: 'error_suppression',
    severity: 'high',
    confidence: 0.9,
    languages: everyLanguage,
    catches:
      '@ts-nocheck, a file-wide eslint-disable, # mypy: ignore-errors, //nolint:all, #![allow(…)], @SuppressWarnings on a class, newly added.',
    ignores: 'Directives that moved with their file; comments that only talk about a directive.',
    fix: 'Repair what the checker reports, or narrow the suppression to the line that needs it.',
    example: { before: 'import x', after: '// @ts-nocheck\nimport x' },
    find: (comparison) => newDirectives(comparison, 'suppression', 'file'),
  },
  {
    id: 'suppression-inline',
    name: 'Checker silenced on a line',
    type: 'error_suppression',
    severity: 'medium',
    confidence: 0.75,
    languages: everyLanguage,
    catches:
      '@ts-ignore, @ts-expect-error, eslint-disable-line, noqa, type: ignore, nolint, #[allow], @SuppressWarnings, newly added to code that was there.',
    ignores: 'Suppressions that moved with their code or replaced another one.',
    fix: 'Repair what the checker reports, or give the reason beside the directive.',
    example: { before: 'f(x)', after: '// @ts-ignore\nf(x)' },
    find: (comparison) => newDirectives(comparison, 'suppression', 'line'),
  },
  {
    id: 'error-swallowed',
    name: 'Error swallowed',
    type: 'error_suppression',
    severity: 'high',
    confidence: 0.85,
    languages: ['javascript', 'python', 'java', 'rust', 'go'],
    catches: 'Existing code newly wrapped in a catch-all that drops the error, or a handler that no longer rethrows.',
    ignores:
      'Handlers that rethrow, wrap or use the error; specific exceptions; handlers that were there; new code with its own handler.',
    fix: 'Let the error out, or handle the specific one that is expected.',
    example: { before: 'save(order)', after: 'try { save(order) } catch {}' },
    find: swallowed,
  },
  {
    id: 'error-dropped',
    name: 'Error value thrown away',
    type: 'error_suppression',
    severity: 'high',
    confidence: 0.8,
    languages: ['go', 'rust', 'javascript'],
    catches:
      '`_ = err`, a checked error no longer checked, `?` turned into unwrap_or_default, `.ok();`, `.catch(() => {})` on existing calls.',
    ignores: 'Drops that were there before, and drops in new code.',
    fix: 'Return or handle the error.',
    example: { before: 'if err != nil { return err }', after: '_ = err' },
    find: dropped,
  },
  {
    id: 'throw-softened',
    name: 'Error turned into a quiet exit',
    type: 'error_suppression',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches: 'A condition that led to a throw, an error return or a panic and now returns nothing, logs or goes on.',
    ignores: 'Conditions that still raise, with whatever error.',
    fix: 'Raise the error again.',
    example: { before: "if (!user) throw new Error('no user')", after: 'if (!user) return null' },
    find: ({ functions }) =>
      functions.pairs.flatMap(({ before, after }) => {
        if (after.file.role !== 'source') return [];
        const raised = new Map(before.function.guards.map((guard) => [guard.condition, guard]));
        const quiet = new Set(before.function.softExits.map((one) => one.condition));
        const still = new Set(after.function.guards.map((guard) => guard.condition));
        return after.function.softExits
          .filter((one) => raised.has(one.condition) && !quiet.has(one.condition) && !still.has(one.condition))
          .map((one) => ({
            before: { path: before.path, line: raised.get(one.condition)!.line },
            after: { path: after.path, line: one.line },
            excerptBefore: raised.get(one.condition)!.excerpt,
            excerptAfter: one.text,
            why: `"${one.condition.slice(0, 60)}" was an error and now passes quietly.`,
            names: [after.function.name, one.condition, after.path],
          }));
      }),
  },
  {
    id: 'any-cast',
    name: 'Type checking evaded by a cast',
    type: 'error_suppression',
    severity: 'low',
    confidence: 0.5,
    languages: ['javascript'],
    catches: 'More `as any`, `as unknown as` and `: any` than before in code that otherwise stayed.',
    ignores: 'Casts in new code; casts that were there before.',
    fix: 'Give the value its type.',
    example: { before: 'send(order)', after: 'send(order as any)' },
    find: ({ functions }) =>
      functions.pairs.flatMap(({ before, after, likeness }) => {
        const now = casts(after.function.tokens);
        if (after.function.name === '<file>' || likeness < 0.85 || now <= casts(before.function.tokens)) return [];
        return [
          {
            before: { path: before.path, line: before.function.line },
            after: { path: after.path, line: after.function.line },
            excerptBefore: before.function.excerpt,
            excerptAfter: after.function.excerpt,
            why: `"${after.function.name}" casts more to any than before.`,
            names: [after.function.name, after.path],
            ...(likeness > 0.93 ? { severity: 'medium' as const, confidence: 0.6 } : {}),
          },
        ];
      }),
  },
  {
    id: 'global-suppression',
    name: 'Errors or warnings silenced for the whole process',
    type: 'error_suppression',
    severity: 'high',
    confidence: 0.75,
    languages: ['javascript', 'python', 'rust'],
    catches:
      'warnings.simplefilter("ignore"), logging.disable, a handler for uncaught errors that does nothing, an empty panic hook.',
    ignores: 'Those that were there before.',
    fix: 'Silence only the warning that is expected, where it is expected.',
    example: { before: '', after: 'warnings.simplefilter("ignore")' },
    find: ({ files }) =>
      files.flatMap(({ before, after, path }) => {
        const had = (before?.tampering ?? []).filter((one) => one.kind === 'global-suppression').length;
        const now = (after?.tampering ?? []).filter((one) => one.kind === 'global-suppression');
        return now.slice(had).map((one) => ({
          before: null,
          after: { path, line: one.line },
          excerptBefore: '',
          excerptAfter: one.text,
          why: `"${one.text.slice(0, 80)}" hides every later problem.`,
          names: [path],
        }));
      }),
  },
];

export function newDirectives(
  { files }: Comparison,
  kind: Directive['kind'],
  scope: Directive['scope'] | 'any',
): Hit[] {
  const exact = new Pool();
  const byName = new Pool();
  const copied = new Set(
    files.flatMap((pair) => pair.before?.directives ?? []).map((one) => `${one.name}|${one.rules}`),
  );
  const all = files.flatMap((pair) => (pair.before?.directives ?? []).filter((one) => one.kind === kind));
  for (const one of all) {
    exact.add(`${one.name}|${one.target}`);
    byName.add(one.name);
  }
  const fresh: { one: Directive; path: string; isNew: boolean; inNewFile: boolean }[] = [];
  for (const { before, after, path } of files) {
    for (const one of after?.directives ?? []) {
      if (one.kind !== kind) continue;
      if (exact.take(`${one.name}|${one.target}`)) {
        byName.take(one.name);
        continue;
      }
      if (before === null && copied.has(`${one.name}|${one.rules}`)) continue;
      fresh.push({
        one,
        path,
        inNewFile: before === null,
        isNew: before === null || isFresh(before.source, after!.source, one.target),
      });
    }
  }
  const hits: Hit[] = [];
  for (const { one, path, isNew, inNewFile } of fresh) {
    if (byName.take(one.name)) continue;
    if (scope !== 'any' && one.scope !== scope) continue;
    const hit: Hit = {
      before: null,
      after: { path, line: one.line },
      excerptBefore: '',
      excerptAfter: one.text,
      why:
        kind === 'coverage'
          ? `"${one.text.slice(0, 80)}" takes code out of the coverage figure.`
          : `"${one.text.slice(0, 80)}" hides what the checker says of this ${one.scope === 'file' ? 'file' : 'line'}.`,
      names: [path, one.name, one.rules],
    };
    const mild = (isNew && one.scope === 'line') || inNewFile || (kind === 'coverage' && unmeasured.test(one.target));
    if (mild) hits.push({ ...hit, severity: 'low', confidence: 0.5 });
    else if (one.scope === 'file' && isNarrow(one)) hits.push({ ...hit, severity: 'medium' });
    else hits.push(hit);
  }
  return hits.slice(0, 20);
}

/** Names the rules it silences, and not all of them. */
const isNarrow = (one: Directive): boolean =>
  /^(eslint-disable|#\[allow\]|@SuppressWarnings|nolint|noqa|pylint|biome-ignore)$/.test(one.name) &&
  one.rules !== '' &&
  !/\b(all|warnings|unused|skip-file)\b/.test(one.rules);

/** Lines that no test reaches by nature: imports for types, optional imports, abstract methods. */
const unmeasured =
  /^(import|from|if(typing\.|t\.)?TYPE_CHECKING|except(ImportError|ModuleNotFoundError)|raiseNotImplementedError|if__name__|\.\.\.|pass$|@abstract|@overload)/;

/** The line that the directive speaks of was not there, or not as often. */
function isFresh(before: string, after: string, target: string): boolean {
  const line = target.slice(0, 60);
  if (line === '') return false;
  const times = (source: string): number => source.replace(/\s+/g, '').split(line).length - 1;
  return times(after) > times(before);
}

function swallowed({ functions, files }: Comparison): Hit[] {
  const hits: Hit[] = [];
  const was = new Map<FunctionModel, { old: FunctionModel; source: string[] }>();
  for (const pair of functions.pairs)
    was.set(pair.after.function, { old: pair.before.function, source: pair.before.file.tokens });
  for (const { before, after, path } of files) {
    if (!before || !after) continue;
    for (const one of after.functions) {
      const counterpart = was.get(one);
      const olds = counterpart?.old.handlers ?? [];
      for (const handler of one.handlers) {
        if (
          !handler.swallows ||
          hadSwallow(handler, olds) ||
          hadSwallow(
            handler,
            before.functions.flatMap((f) => f.handlers),
          )
        )
          continue;
        const existing =
          handler.body.length === 0 || containment(inner(handler.body), counterpart?.source ?? before.tokens) > 0.75;
        const softened = olds.some((old) => !old.swallows && containment(inner(old.body), handler.body) > 0.8);
        if (!existing && !softened) continue;
        if (insideTest(after, one)) continue;
        const mild = !handler.broad || handler.fallback;
        const arranged = after.role === 'test';
        hits.push({
          before: { path, line: counterpart?.old.line ?? 1 },
          after: { path, line: handler.line },
          excerptBefore: counterpart?.old.excerpt ?? '',
          excerptAfter: handler.text,
          why: `An error in ${one.name === '<file>' ? path : `"${one.name}"`} is caught and dropped.`,
          names: [one.name, path],
          ...(mild
            ? { severity: 'low' as const, confidence: 0.5 }
            : arranged
              ? { severity: 'medium' as const, confidence: 0.6 }
              : {}),
        });
      }
    }
  }
  return hits;
}

const casts = (tokens: string[]): number => [...tokens.join(' ').matchAll(/ as any\b| as unknown as /g)].length;

const inner = (body: string[]): string[] => (body[0] === '{' ? body.slice(1, -1) : body);

const hadSwallow = (handler: Handler, olds: Handler[]): boolean =>
  olds.some(
    (old) =>
      old.swallows &&
      old.broad === handler.broad &&
      (containment(old.body, handler.body) > 0.7 || containment(handler.body, old.body) > 0.7),
  );

/** Assertions inside a catch-all are reported by a pattern of their own. */
function insideTest(
  after: { tests: { start: number; end: number; assertions: { swallowed: boolean }[] }[] },
  one: FunctionModel,
): boolean {
  return after.tests.some(
    (test) => test.start <= one.start && test.end >= one.end && test.assertions.some((found) => found.swallowed),
  );
}

function dropped({ functions }: Comparison): Hit[] {
  const hits: Hit[] = [];
  for (const { before, after, likeness } of functions.pairs) {
    if (after.function.name === '<file>' && before.function.name !== '<file>') continue;
    const had = new Pool();
    for (const one of before.function.drops) had.add(shape(one.text));
    const fresh = after.function.drops.filter((one) => !had.take(shape(one.text)));
    if (fresh.length === 0 || after.function.drops.length <= before.function.drops.length || likeness < 0.4) continue;
    for (const one of fresh.slice(0, 3)) {
      if (!handledBefore(one.text, before.function)) continue;
      hits.push({
        before: { path: before.path, line: before.function.line },
        after: { path: after.path, line: one.line },
        excerptBefore: before.function.excerpt,
        excerptAfter: one.text,
        why: `"${one.text.slice(0, 80)}" throws an error away that was handled before.`,
        names: [after.function.name, after.path],
      });
    }
  }
  return hits;
}

const shape = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);

/** The call whose error is dropped was there, with its error in use. */
function handledBefore(drop: string, { tokens, excerpt }: FunctionModel): boolean {
  const text = tokens.join(' ');
  if (/^_ = \w*[eE]rr$/.test(drop)) return /err != nil/.test(text);
  if (/^if /.test(drop)) return /err != nil/.test(text);
  const call = drop
    .replace(/^let _ = /, '')
    .replace(/^(_ , )*_ = /, '')
    .replace(/^[\w ,]+ :?= /, '')
    .replace(/ \. (unwrap_or\w*|ok) \(.*$/, '')
    .replace(/ \. catch$/, '');
  const head = call.split(' ( ')[0]!;
  if (head.length <= 1 || !text.includes(head)) return false;
  if (/ \. unwrap_or\w* \(/.test(drop) && !raised(call, text)) return false;
  return !/^(let _|_) = /.test(drop) || isUsed(head, text, /->/.test(excerpt.split('{')[0]!));
}

/** Before, the failure of this call went on: by `?`, by a panic or by a match. */
const raised = (call: string, text: string): boolean =>
  [' ?', ' . unwrap (', ' . expect (', ' . map_err (', ' . ok_or'].some((end) => text.includes(`${call}${end}`)) ||
  text.includes(`match ${call}`) ||
  new RegExp(
    `${call.split(' ( ')[0]!.replace(/[^\w ]/g, '\\$&')} \\(.*\\) (\\?|\\. (unwrap|expect|map_err|ok_or\\w*) \\()`,
  ).test(text);

/** Somewhere its result goes on: assigned, returned, asked or passed. A call whose result nobody took cannot lose it. */
function isUsed(head: string, text: string, returns: boolean): boolean {
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    if (/([=(,!&|]|\b(?:return|match|if|while|await))\s*$/.test(text.slice(0, at))) return true;
    const rest = text.slice(at + head.length);
    if (/^\s*(\?|\.)/.test(rest.slice(closing(rest)))) return true;
    if (/^[\s})]*$/.test(rest.slice(closing(rest))) && returns) return true;
  }
  return false;
}

/** Behind the parenthesis that closes the first one. */
function closing(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return i + 1;
  }
  return text.length;
}
