import { isCommand } from './command-line.ts';
import { parseThreshold, type Threshold } from './metrics.ts';
import { literally } from './patterns.ts';
import type { ProjectCommand, ProjectCommands } from './project.ts';
import { shellQuote } from './shell-words.ts';

/** What a criterion checks, before it has its id and text. */
export type Check =
  | { kind: 'exit'; command: string }
  | { kind: 'output'; command: string; pattern: string; flags: string; present: boolean }
  | { kind: 'silent'; command: string }
  | { kind: 'file'; path: string; content: { pattern: string; flags: string; present: boolean } | null }
  | { kind: 'metric'; metric: string; op: '>=' | '<=' | '>' | '<' | '==' | '!='; value: number | 'baseline' };

type Reading = (match: RegExpExecArray, project: ProjectCommands) => Check | string | null;

/**
 * What plain words mean: a check, or in words why it cannot be run here, or null if they mean nothing a machine could
 * check. Sentences are matched whole: "tests pass" is understood, "tests pass on a good day" is not.
 */
export function readPlainWords(text: string, project: ProjectCommands): Check | string | null {
  const bare = text
    .trim()
    .replace(/[.!]+$/, '')
    .replace(/^(?:please |make sure(?: that)? |ensure(?: that)? |until |when )+/i, '');
  // Blanks inside of quotes belong to a command.
  const normalized = /["'`\n]/.test(bare) ? bare : bare.replace(/\s+/g, ' ');
  for (const [pattern, read] of sentences) {
    const match = pattern.exec(normalized);
    const check = match && read(match, project);
    if (check) return check;
  }
  return null;
}

const PASS =
  "(?:(?:still |always |now |all |should |must |to )*(?:pass(?:es)?|succeeds?|(?:is|are|be) (?:all )?(?:passing|green|successful|ok)|exits? (?:with )?(?:code |status )?(?:0|zero)|returns? (?:0|zero)|(?:runs?|finish(?:es)?|completes?) (?:cleanly|without (?:an )?errors?|successfully)|works?|do(?:es)? ?n(?:o|')t fail|(?:has|have|reports?|shows?|finds?) no (?:errors?|problems?|issues?)))";
const WELL = '(?:cleanly|successfully|fine|without (?:any )?errors?)';
const SUBJECT = '(?:it|(?:the )?(?:project|code|app|application|package|program)|everything)';
const CLEAN = '(?:is |are |be |comes back )?(?:clean|happy|ok)';
const PERCENT = '(\\d+(?:\\.\\d+)?(?: ?%)?)(?: percent)?';
const NO = '(?:no|0|zero)';
const COVERAGE = '(?:the )?(?:(?:test|code|line) )?(branch )?coverage';
const AT_LEAST = '(?:(?:at least|a minimum of|minimum|min\\.?) |(?:>=|≥) ?)';
const ABOVE = '(?:(?:above|over|more than|greater than|higher than|exceeds?) |> ?)';
const OR_MORE = '(?:\\+| (?:or|and) (?:more|higher|better|above))';
const IS = ':? ?(?:(?:is|of|to|at|reaches|must be|should be|stays) )*';

const sentence = (source: string) => new RegExp(`^${source}$`, 'is');

/** "No errors" stands for several checks; `several.ts` says which. */
export const noErrors = sentence(`(?:there (?:are|is) )?${NO} (?:errors?|problems?)[.!]?`);

/** One line each; the first whose words fit and whose reading is not null decides. */
const sentences: [RegExp, Reading][] = [
  [sentence(`${COVERAGE}${IS}${ABOVE}${PERCENT}`), ([, branch, value]) => coverage(branch, '>', value)],
  [sentence(`${COVERAGE}${IS}${AT_LEAST}?${PERCENT}${OR_MORE}?`), ([, branch, value]) => coverage(branch, '>=', value)],
  [sentence(`${ABOVE}${PERCENT} ${COVERAGE}`), ([, value, branch]) => coverage(branch, '>', value)],
  [sentence(`${AT_LEAST}?${PERCENT}${OR_MORE}? ${COVERAGE}`), ([, value, branch]) => coverage(branch, '>=', value)],
  [
    sentence(
      `(?:${COVERAGE} (?:does ?n[o']t|must not|should not) (?:drop|fall|decrease|get worse)|no (?:drop in |loss of )${COVERAGE})`,
    ),
    ([, one, other]) => coverage(one ?? other, '>=', 'baseline'),
  ],
  [sentence(`(?:the )?pass rate${IS}${AT_LEAST}?${PERCENT}`), ([, value]) => threshold(`pass_rate >= ${value}`)],
  [sentence('no (?:tests? (?:is |are )?(?:skipped|left out)|skipped tests?)'), () => threshold('tests_skipped == 0')],
  [sentence(`${AT_LEAST}(\\d+) tests?`), ([, value]) => threshold(`test_count >= ${value}`)],
  [sentence(`${NO} lint(?:er|ing)? warnings?`), () => threshold('lint_warnings == 0')],

  [
    sentence(
      `(?:test|tests|(?:make |get )?(?:all |the |every |all the |all of the )*(?:unit )?(?:tests?|test suite|suite|specs?) (?:${PASS}|${CLEAN})|${NO} (?:failing tests?|tests? (?:fails?|failures?|failing)))`,
    ),
    (_, project) => command(project.test, 'test'),
  ],
  [
    sentence(`(?:all |the |all the )*([\\w-]+) (?:tests?|specs?|suite) (?:${PASS}|${CLEAN})`),
    ([, name = ''], project) =>
      scriptNamed([`test:${name}`, `${name}:test`, `test-${name}`, name, `${name}-test`], project),
  ],
  [
    sentence(
      `(?:lint|(?:the )?(?:lint(?:er|ing)?|linter checks?|lint checks?) (?:${PASS}|${CLEAN}|(?:reports|finds|has) no (?:errors?|problems?|issues?))|${NO} (?:lint(?:er|ing)?|eslint|style) (?:errors?|problems?|issues?|violations?|failures?)|(?:it|the code|everything) lints(?: cleanly)?)`,
    ),
    (_, project) => command(project.lint, 'lint'),
  ],
  [
    sentence(
      `(?:type-?check|(?:the )?(?:types?|type[ -]?check(?:s|er|ing)?|typescript|tsc) (?:${PASS}|${CLEAN}|check|checks)|${NO} (?:type|typing|typescript|ts|tsc|type-?check) (?:errors?|problems?|issues?)|(?:it|the code|the project|everything) type-?checks)`,
    ),
    (_, project) => command(project.typecheck, 'type-check'),
  ],
  [
    sentence(
      `(?:build|compile|(?:the )?(?:build|compilation|project build) (?:${PASS}|${CLEAN})|(?:${SUBJECT} )?(?:builds?|compiles?) ${WELL}|${SUBJECT} (?:builds|compiles)|(?:a )?successful build|build successful|${NO} (?:build|compile|compiler|compilation) errors?)`,
    ),
    (_, project) => command(project.build, 'build'),
  ],

  [noErrors, () => 'this project has no command for lint, type-check or build; name the command itself'],

  [
    sentence(
      '(?:(?:the )?(?:git status|working tree|git working tree|work tree) is clean|(?:there are )?no uncommitted changes|git diff is empty)',
    ),
    () => ({ kind: 'silent', command: 'git status --porcelain' }),
  ],
  [
    sentence("(?:(?:the |a )?file )?(\\S+) (?:does not|doesn't|must not|no longer) exists?"),
    ([, path = '']) =>
      looksLikeFile(path) ? { kind: 'exit', command: `test ! -e ${shellQuote(unwrapped(path))}` } : null,
  ],
  [
    sentence(
      '(?:there is (?:a |an )?(?:file )?(\\S+)|(?:the |a )?(?:file )?(\\S+) (?:exists?|is there|is present|was created))',
    ),
    ([, one, other]) =>
      looksLikeFile(one ?? other ?? '') ? { kind: 'file', path: unwrapped(one ?? other ?? ''), content: null } : null,
  ],
  [
    sentence('(?:(?:the )?file )?(\\S+) (?:contains|mentions|includes|has) (["\'`])(.+)\\2'),
    ([, path = '', , content = '']) =>
      looksLikeFile(path)
        ? { kind: 'file', path: unwrapped(path), content: { pattern: literally(content), flags: '', present: true } }
        : null,
  ],
  [
    sentence('(.+?) (?:prints|outputs|says|shows) (["\'])(.+)\\2'),
    ([, words = '', , output = ''], project) => {
      const line = commandIn(words, project);
      return line ? { kind: 'output', command: line, pattern: literally(output), flags: '', present: true } : null;
    },
  ],
  [
    sentence(`(.+?)(?: command)? (?:${PASS}|is clean|is happy)`),
    ([, words = ''], project) => {
      // "playwright tests" are tests, and no arguments of playwright.
      if (/^(?!py\.?test)\S+ (?:tests|specs|suite)$/i.test(words)) return null;
      const line = commandIn(words, project);
      return line && !/^git\b/.test(line) ? { kind: 'exit', command: line } : null;
    },
  ],
  [
    sentence(`the (\\S+)(?: script| target| check)? (?:${PASS}|is clean|is happy)`),
    ([, name = ''], project) => scriptNamed([name], project),
  ],
  [sentence('`([^`]+)`'), ([, line = '']) => ({ kind: 'exit', command: line.trim() })],
  [sentence('([\\w:.-]+)'), ([, name = ''], project) => scriptNamed([name], project)],
];

/** The command that the words name: in backticks, in quotes, as it is typed, as a sentence writes it, or a script's name. */
export function commandIn(words: string, project: ProjectCommands): string | null {
  const text = words.trim();
  const marked = /^`([^`]+)`$/.exec(text)?.[1];
  if (marked) return marked.trim();
  const unwrapped = /^(["'])(.+)\1$/s.exec(text)?.[2] ?? text;
  const plain = unwrapped.replace(/(?<=\w)[.!]$/, '');
  const typed = [unwrapped, plain, plain.charAt(0).toLowerCase() + plain.slice(1)];
  const line = typed.find((candidate) => isCommand(candidate, project));
  return line ?? project.scripts.find(({ name }) => name === text)?.command ?? null;
}

function command(found: ProjectCommand | null, what: keyof typeof TO_SET_UP): Check | string {
  if (found) return { kind: 'exit', command: found.command };
  return `no ${what} command found in this project; ${TO_SET_UP[what]}, or pass the command itself`;
}

const TO_SET_UP = {
  test: 'add a script named test, or a test file of a runner that is installed',
  lint: 'add a script named lint, or install a linter and add its configuration',
  'type-check': 'add a script named typecheck, or a tsconfig.json, mypy or pyright configuration',
  build: 'add a script or target named build',
};

function scriptNamed(names: string[], project: ProjectCommands): Check | null {
  const script = names.flatMap((name) => project.scripts.find((candidate) => candidate.name === name) ?? [])[0];
  return script ? { kind: 'exit', command: script.command } : null;
}

function coverage(branch: string | undefined, op: '>' | '>=', value: string | undefined): Check | string {
  return threshold(`${branch ? 'branch_coverage' : 'coverage'} ${op} ${value}`);
}

function threshold(text: string): Check | string {
  const parsed = parseThreshold(text);
  return typeof parsed === 'string' ? parsed : { kind: 'metric', ...(parsed as Threshold) };
}

function looksLikeFile(path: string): boolean {
  return (
    /^[`"']?[\w@./-]*[\w/][`"']?$/.test(path) && /[./]|^(?:Makefile|LICENSE|README|Dockerfile|CHANGELOG)$/.test(path)
  );
}

function unwrapped(path: string): string {
  return path.replace(/^[`"']|[`"']$/g, '');
}
