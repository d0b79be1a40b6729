import type { ProjectCommands } from './project.ts';
import { hasProse, isShellWord } from './prose.ts';
import type { ShellWord } from './shell-words.ts';

/** Whether the arguments fit the program, or the program's name was only a word of a sentence. */
type Fits = (args: readonly ShellWord[], project: ProjectCommands) => boolean;

const list = (words: string) => words.trim().split(/\s+/);

/** Names that mean nothing but the program. Any arguments but those of a sentence will do. */
const anyArguments: Fits = (args) => !hasProse(args);

/** The same, and the name alone would check nothing: it asks for input or prints its help. */
const someArguments: Fits = (args) => args.length > 0 && !hasProse(args);

/** Any text, but a sentence only in quotes. */
const anyText: Fits = (args) =>
  args.length > 0 &&
  (!hasProse(args) ||
    (args.length === 1 &&
      /^(?:done|ok|okay|no|fine|good|success|finished|complete|passed|failed|fixed)$/.test(args[0]?.text ?? '')));

/** Targets and files that are what they are called, in any project. */
const CONVENTIONAL =
  /^(?:all|test|check|verify|ci|lint|typecheck|types|build|compile|install|clean|fmt|format|bench|coverage|e2e|unit|integration|index|main|server|app|cli|\w+(?:[-_]\w+)+)$/;

/** An interpreter wants a flag or a file, maybe one without its ending. */
const script: Fits = (args) =>
  args[0] !== undefined && (isShellWord(args[0]) || CONVENTIONAL.test(args[0].text)) && !hasProse(args);

const subcommand = (names: string): Fits => {
  const allNames = new Set(list(names));
  return ([first, ...rest]) =>
    first !== undefined && (allNames.has(first.text) || /^[-+]/.test(first.text)) && !hasProse(rest);
};

const npm = subcommand(
  'test t tst run run-script exec x start ci install i audit pack publish outdated ls list version view link rebuild prune --prefix -w',
);

/** `npm run pass` names a script, even if the name is an English word. */
const npmFits: Fits = (args, project) => {
  const [first, name, ...rest] = args;
  if (first?.text !== 'run' && first?.text !== 'run-script') return npm(args, project);
  return name !== undefined && !hasProse(rest) && (namesScript(name, project) || !hasProse([name]));
};

/** Package managers that also run scripts and programs without `run`. */
const packageManager =
  (names: string): Fits =>
  ([first, ...rest], project) => {
    if (first === undefined || hasProse(rest)) return false;
    if (namesScript(first, project) || isShellWord(first) || list(names).includes(first.text)) return true;
    return !hasProse([first]) && project.isExecutable(first.text);
  };

/** Every bare argument is a target, or there is a flag, or the only one looks like a target. None is the default target. */
const targets =
  (program: string): Fits =>
  (args, project) => {
    const named = args.filter((word) => !isShellWord(word));
    if (named.every((word) => namesScript(word, project, program))) return true;
    if (hasProse(args)) return false;
    if (args.some(({ text }) => text.startsWith('-'))) return true;
    return named.length === 1 && named.every(({ text }) => CONVENTIONAL.test(text));
  };

/** `test -f x`, `test "$a" = b`, `[ -d dist ]`. */
const condition: Fits = (args) =>
  args.length > 0 &&
  (/^(?:-\w+|!)$/.test(args[0]?.text ?? '') ||
    /^(?:=|==|!=|-\w\w)$/.test(args[1]?.text ?? '') ||
    args[0]?.opaque === true);

function namesScript(word: ShellWord, project: ProjectCommands, program = ''): boolean {
  return project.scripts.some(({ name, command }) => name === word.text && command.startsWith(program));
}

const groups: [names: string, fits: Fits][] = [
  ['npm', npmFits],
  ['pnpm', packageManager('test t run exec dlx install i audit build lint start publish list recursive')],
  ['yarn', packageManager('test run exec dlx install workspaces workspace audit constraints build lint start')],
  ['bun', packageManager('test run x install build')],
  ['deno', subcommand('test run task check lint fmt bench compile cache doc publish eval')],
  ['npx bunx pnpx uvx pipx', someArguments],
  ['php', (args, project) => (args[0]?.text === 'artisan' ? !hasProse(args) : script(args, project))],
  ['node python python3 ruby perl bash sh zsh dash ts-node tsx lua Rscript elixir java', script],
  ['go', subcommand('test build vet run generate fmt mod list tool install work env version doc get clean fix')],
  [
    'git',
    subcommand(
      'diff status log grep ls-files ls-tree rev-parse rev-list merge-base show describe fetch branch tag diff-index diff-tree cat-file check-ignore remote config submodule lfs stash clean fsck blame',
    ),
  ],
  ['make gmake', targets('make')],
  ['rake', targets('rake')],
  ['just', (args, project) => args.length > 0 && targets('just')(args, project)],
  ['task', (args, project) => args.length > 0 && targets('task')(args, project)],
  ['test [ [[', condition],
  [
    'pytest py.test tox nox gradle rspec phpunit tsc vue-tsc eslint biome prettier stylelint oxlint jest vitest mocha uvu playwright ruff flake8 pylint mypy pyright isort rubocop golangci-lint gofmt staticcheck rustc gcc clang ctest cmake ninja bazel shellcheck c8 nyc knip',
    anyArguments,
  ],
  [
    'cargo mvn docker docker-compose podman kubectl terraform dotnet bundle composer cabal sbt xcodebuild poetry uv pipenv pdm pip nx turbo lerna grep egrep rg jq yq curl wget diff cmp wc awk sed cat ls cd cp rm mkdir tee xargs sqlite3 psql',
    someArguments,
  ],
  ['echo printf', anyText],
  ['true false : exit', (args) => args.every(({ text }) => /^\d+$/.test(text))],
];

/** Programs known by name, installed or not. */
export const programs: ReadonlyMap<string, Fits> = new Map(
  groups.flatMap(([names, fits]) => list(names).map((name) => [name, fits] as const)),
);
