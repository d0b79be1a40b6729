import type { Criterion } from './criterion.ts';
import { parseThreshold } from './metrics.ts';
import { unknownScript } from './package-script.ts';
import { splitPattern } from './patterns.ts';
import { type Check, commandIn, readPlainWords } from './plain-words.ts';
import type { CriterionRefusal, ProjectCommands } from './project.ts';
import { singleCriteria } from './several.ts';
import { suggestions } from './suggest.ts';

/**
 * The criterion that a text means. The forms, tried in this order:
 *
 *     file:<path>   file:<path> ~ /re/   file:<path> !~ /re/
 *     <command> ~ /re/flags   <command> !~ /re/flags
 *     <command> prints nothing
 *     <metric> <op> <value>          value: a number, 80%, or baseline
 *     plain words that name one of these: "tests pass", "coverage above 80%", "README.md exists"
 *     <command>                      exits 0; command-line.ts separates it from prose
 *     <command> passes               and similar; backticks make any text a command
 *
 * Anything else ("code looks good") cannot be checked by a machine: it is refused, with suggestions of what can be checked.
 */
export function parseCriterion(text: string, project: ProjectCommands, id: string): Criterion | CriterionRefusal {
  const trimmed = text.trim();
  const check = read(trimmed, project);
  if (typeof check === 'string') return refusal(trimmed, check, suggestions(trimmed, project));
  const unknown = 'command' in check && !trimmed.includes('`') ? unknownScript(check.command, project) : null;
  if (!unknown) return { id, text: trimmed, ...check };
  const reason = `package.json has no script "${unknown.name}" (use backticks if the agent should add it)`;
  return refusal(trimmed, reason, [
    ...(unknown.nearest ? [unknown.nearest.command] : []),
    ...suggestions(trimmed, project),
  ]);
}

function refusal(text: string, reason: string, ideas: readonly string[]): CriterionRefusal {
  return { refused: true, text, reason, suggestions: [...new Set(ideas)] };
}

/** The criteria of all texts. A text may name several: "no errors", "tests pass and no lint errors". */
export function parseCriteria(
  texts: readonly string[],
  project: ProjectCommands,
): { criteria: Criterion[]; refusals: CriterionRefusal[] } {
  const isUnderstood = (text: string) => !isRefusal(parseCriterion(text, project, ''));
  const single = texts.flatMap((text) => singleCriteria(text, project, isUnderstood));
  const parsed = single.map((text, index) => parseCriterion(text, project, `c${index + 1}`));
  return {
    criteria: parsed.filter((one): one is Criterion => !isRefusal(one)),
    refusals: parsed.filter(isRefusal),
  };
}

export function isRefusal(parsed: Criterion | CriterionRefusal): parsed is CriterionRefusal {
  return 'refused' in parsed;
}

const LONGEST = 10_000;

function read(text: string, project: ProjectCommands): Check | string {
  if (text === '') return 'it is empty';
  if (text.includes('\0')) return 'it has a NUL character';
  if (text.length > LONGEST) return `it is longer than ${LONGEST} characters; put the check into a script`;
  return (
    readPattern(text, project) ??
    readFile(text) ??
    readSilence(text, project) ??
    readThreshold(text) ??
    readPlainWords(text, project) ??
    readCommand(text, project) ??
    whyNot(text, project)
  );
}

function readCommand(text: string, project: ProjectCommands): Check | null {
  const command = commandIn(text, project);
  return command === null ? null : { kind: 'exit', command };
}

function readPattern(text: string, project: ProjectCommands): Check | string | null {
  const split = splitPattern(text);
  if (split === null || typeof split === 'string') return split;
  const { subject, match } = split;
  const file = readFile(subject);
  if (typeof file === 'string') return file;
  if (file?.kind === 'file') return { ...file, content: match };
  const command = commandIn(subject, project);
  return command ? { kind: 'output', command, ...match } : notCommand(subject, 'neither a command nor file:<path>');
}

function readFile(text: string): Check | string | null {
  if (!/^file:/i.test(text)) return null;
  const path = text.slice('file:'.length).trim();
  return path === '' ? 'file: needs a path, such as file:README.md' : { kind: 'file', path, content: null };
}

function readSilence(text: string, project: ProjectCommands): Check | string | null {
  const subject = /^(.+?)\s+(?:prints|outputs)\s+(?:nothing|no output)\.?$/is.exec(text)?.[1];
  if (!subject) return null;
  const command = commandIn(subject, project);
  return command ? { kind: 'silent', command } : notCommand(subject, 'not a command');
}

function readThreshold(text: string): Check | string | null {
  const threshold = parseThreshold(text);
  return threshold === null || typeof threshold === 'string' ? threshold : { kind: 'metric', ...threshold };
}

function whyNot(text: string, project: ProjectCommands): string {
  const failing = /^(.+?)\s+(?:fails|is failing|exits (?:with )?[1-9]\d*)$/i.exec(text)?.[1];
  const command = failing && commandIn(failing, project);
  if (command) return `a criterion must hold when the work is done; for a command that must fail write: ! ${command}`;
  return 'it cannot be checked automatically: use a command, a file, a metric or a pattern (backticks make it a command)';
}

function notCommand(subject: string, what: string): string {
  return `"${subject}" is ${what} (backticks make it a command: \`${subject}\`)`;
}
