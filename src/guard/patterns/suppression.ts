import { subjectOf } from '../align/functions.ts';
import { at, lossOf } from '../finding/loss.ts';
import { droppedErrors } from './dropped-errors.ts';
import { addTestEvidence, reviewNote } from './evidence.ts';
import { newDirectives } from './new-directives.ts';
import { everyLanguage, type Pattern } from './pattern.ts';
import { swallowedErrors } from './swallowed-errors.ts';
import { typeEscapes } from './type-escapes.ts';

export const suppression: Pattern[] = [
  {
    id: 'suppression-file',
    most: 20,
    name: 'Checker switched off for a whole file',
    type: 'error_suppression',
    severity: 'high',
    confidence: 0.9,
    languages: everyLanguage,
    catches:
      '@ts-nocheck, a file-wide eslint-disable, # mypy: ignore-errors, //nolint:all, #![allow(…)], @SuppressWarnings on a class, newly added.',
    ignores:
      'Directives that moved with their file; comments that only talk about a directive. Only warns in tests and in files that are new.',
    fix: 'Fix what the checker reports, or narrow the suppression to the line that needs it.',
    example: { before: 'import x', after: '// @ts-nocheck\nimport x' },
    find: (comparison) => newDirectives(comparison, 'suppression', 'file'),
  },
  {
    id: 'suppression-inline',
    most: 20,
    name: 'Checker silenced on a line',
    type: 'error_suppression',
    severity: 'medium',
    confidence: 0.75,
    languages: everyLanguage,
    catches:
      '@ts-ignore, @ts-expect-error, eslint-disable-line, noqa, type: ignore, nolint, #[allow], @SuppressWarnings, newly added to code that was there.',
    ignores:
      'Suppressions that moved with their code or replaced another one. Only warns unless the task is about a linter or types.',
    fix: 'Fix what the checker reports, or give the reason next to the directive.',
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
    ignores: `Handlers that rethrow, wrap or use the error; specific exceptions; handlers that were there; new code with its own handler. ${reviewNote}`,
    fix: 'Let the error propagate, or handle the specific one that is expected.',
    example: { before: 'save(order)', after: 'try { save(order) } catch {}' },
    find: swallowedErrors,
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
    ignores: `Drops that were there before, and drops in new code. ${reviewNote}`,
    fix: 'Return or handle the error.',
    example: { before: 'if err != nil { return err }', after: '_ = err' },
    find: droppedErrors,
  },
  {
    id: 'throw-softened',
    name: 'Error turned into a quiet exit',
    type: 'error_suppression',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches: 'A condition that led to a throw, an error return or a panic and now returns nothing, logs or continues.',
    ignores: `Conditions that still raise any error. ${reviewNote}`,
    fix: 'Raise the error as before.',
    example: { before: "if (!user) throw new Error('no user')", after: 'if (!user) return null' },
    find: (comparison) =>
      comparison.functions.pairs.flatMap(({ before, after }) => {
        if (after.file.role !== 'source') return [];
        const oldGuards = new Map(before.function.guards.map((guard) => [guard.condition, guard]));
        const oldSoftExits = new Set(before.function.softExits.map((one) => one.condition));
        const newConditions = new Set(after.function.guards.map((guard) => guard.condition));
        return after.function.softExits
          .filter(
            (one) =>
              oldGuards.has(one.condition) && !oldSoftExits.has(one.condition) && !newConditions.has(one.condition),
          )
          .map((one) =>
            lossOf(
              at(before.path, oldGuards.get(one.condition)!),
              at(after.path, one),
              ['error-softened', one.condition],
              [after.function.name, one.condition, after.path],
            ),
          )
          .map((loss) => addTestEvidence(loss, [subjectOf(after)], comparison));
      }),
  },
  {
    id: 'any-cast',
    name: 'Type checking evaded',
    type: 'error_suppression',
    severity: 'medium',
    confidence: 0.6,
    languages: ['javascript', 'python'],
    catches:
      'More `any` and `Any`, as a cast or as the type of a parameter, a variable or a result, more `as never` and `as unknown as` than before, outside of new functions.',
    ignores:
      'New functions; escapes that moved or were there before. On lines that are new it is only noted. Only warns unless the task is about types.',
    fix: 'Give the value its type.',
    example: { before: 'send(order)', after: 'send(order as any)' },
    find: typeEscapes,
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
        const oldCount = (before?.tampering ?? []).filter((one) => one.kind === 'global-suppression').length;
        const now = (after?.tampering ?? []).filter((one) => one.kind === 'global-suppression');
        return now.slice(oldCount).map((one) => lossOf(null, at(path, one), ['all-silenced', one.text], [path]));
      }),
  },
];
