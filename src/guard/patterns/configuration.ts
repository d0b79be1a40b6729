import type { Comparison } from '../compare.ts';
import { type ConfigDelta, lineHolding } from '../config/delta.ts';
import type { Fact } from '../config/facts.ts';
import type { Hit } from '../types.ts';
import { newExclusions } from './coverage.ts';
import type { Pattern } from './pattern.ts';

const fix = 'Restore the configuration and make the checks pass as they were.';

export const configuration: Pattern[] = [
  {
    id: 'script-neutralised',
    name: 'Check replaced by nothing',
    type: 'validation_bypass',
    severity: 'critical',
    confidence: 0.95,
    languages: 'config',
    catches: 'A test, lint, type or build script, target or step that now only prints, returns true or exits 0.',
    ignores: 'Scripts that did nothing before, and scripts that call another one.',
    fix,
    example: { before: '"test": "vitest run"', after: '"test": "exit 0"' },
    find: ({ config }) =>
      config.flatMap((delta) =>
        changedCommands(delta)
          .filter(({ from, to }) => !isNothing(from) && isNothing(withoutCommonNeeds(from, to)))
          .map(({ name, from, to }) =>
            commandHit(delta, from, to, `"${name}" checked something and now does nothing.`),
          ),
      ),
  },
  {
    id: 'failure-ignored',
    name: 'Failure of a check ignored',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.92,
    languages: 'config',
    catches:
      '`|| true`, `|| exit 0`, `; exit 0`, continue-on-error, allow_failure, ignoreFailures, testFailureIgnore, --passWithNoTests, -DskipTests, --exit-zero newly put on a check.',
    ignores: 'Those that were there before, and clean-up commands.',
    fix,
    example: { before: 'run: npm test', after: 'run: npm test || true' },
    find: ignoredFailures,
  },
  {
    id: 'tests-excluded',
    name: 'Tests excluded by configuration',
    type: 'test_skipping',
    severity: 'high',
    confidence: 0.85,
    languages: 'config',
    catches: 'New exclusions, ignores, deselections or name filters of the test runner.',
    ignores: 'Exclusions of dependencies, builds and fixtures.',
    fix: 'Remove the exclusion and make the tests pass.',
    example: { before: 'addopts = "-ra"', after: 'addopts = "-ra --ignore=tests/test_cart.py"' },
    find: (comparison) => [...newExclusions(comparison, 'tests'), ...filteredRuns(comparison)],
  },
  {
    id: 'strictness-lowered',
    name: 'Strictness lowered',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.88,
    languages: 'config',
    catches: 'A strict option of TypeScript, mypy, pyright, pytest, biome, Gradle or Cargo switched off or removed.',
    ignores: 'Options switched on; options implied by a stricter one.',
    fix,
    example: { before: '"strict": true', after: '"strict": false' },
    find: loosened,
  },
  {
    id: 'lint-rule-off',
    name: 'Lint rule switched off',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.75,
    languages: 'config',
    catches:
      'A rule turned from error or warning to off, a linter or hook removed from the list, deny turned to allow, warnings-as-errors turned to ignore.',
    ignores: 'Rules that were off; stricter levels; rules replaced by a successor.',
    fix,
    example: { before: "eqeqeq: 'error'", after: "eqeqeq: 'off'" },
    find: rulesOff,
  },
  {
    id: 'lint-excluded',
    name: 'Files or rules excluded from checks',
    type: 'validation_bypass',
    severity: 'medium',
    confidence: 0.6,
    languages: 'config',
    catches: 'New ignores of a linter or type checker that name source files or rules.',
    ignores: 'Ignores of tests, built and generated files.',
    fix,
    example: { before: 'ignore = []', after: 'ignore = ["E501", "F401"]' },
    find: (comparison) => newExclusions(comparison, 'lint'),
  },
  {
    id: 'check-removed',
    name: 'Check removed from the pipeline',
    type: 'validation_bypass',
    severity: 'high',
    confidence: 0.65,
    languages: 'config',
    catches:
      'A CI step, target or script that ran tests, lint, types or coverage and has no counterpart in any changed file.',
    ignores: 'Steps renamed, moved or replaced by another command of the same kind.',
    fix,
    example: { before: '- run: npm test', after: '' },
    find: removedChecks,
  },
];

const parts = (text: string): string[] =>
  text
    .split(/&&|\|\||;|\n/)
    .map((part) => part.trim().replace(/^[@-]+/, ''))
    .filter((part) => part && !part.startsWith('@needs') && !/^needs /.test(part));
const noop =
  /^(true|:|exit( 0)?|echo\b.*|printf\b.*|\/bin\/true|return 0|\$\(info .*\)|sleep \d+|rem\b.*|pass|node -e ["']?(process\.exit\(0\))?;?["']?|test 1|date|pwd|ls)$/;

/** A prerequisite that a target had before does not make an emptied recipe work. */
function withoutCommonNeeds(from: string, to: string): string {
  const old = new Set(from.split('\n').filter((line) => line.startsWith('@needs ') || line.startsWith('needs ')));
  return to
    .split('\n')
    .filter((line) => !old.has(line))
    .join('\n');
}

function isNothing(text: string): boolean {
  if (/^needs |^@needs /m.test(text)) return false;
  const all = parts(text);
  return all.length === 0 ? text.trim() === ':' || text.trim() === '' : all.every((part) => noop.test(part));
}

const checks =
  /\b(test|tests|spec|check|lint|typecheck|type-check|types|tsc|verify|coverage|e2e|jest|vitest|mocha|ava|tap|pytest|tox|nox|unittest|eslint|ruff|mypy|pyright|flake8|pylint|black|clippy|vet|golangci-lint|staticcheck|prettier|biome|audit|smoke|xo|standard|karma|playwright|cypress|nyc|c8|cargo (test|check|build|clippy|fmt|doc)|go (test|vet|build)|mvnw?|gradlew?|mvn|gradle|build|pre-commit|bandit|codecov|semgrep|knip|attw|publint|dtslint|compile|ci)\b/;
const isCheck = (name: string, text: string): boolean =>
  checks.test(text) ||
  /^(pre|post)?(test|lint|check|typecheck|types?|verify|ci|validate|coverage|build|e2e|spec|audit|qa)([:_-]|$)/.test(
    name,
  );

interface CommandChange {
  name: string;
  from: string;
  to: string;
}

/** Commands under the same name on both sides, several of one name in order. */
function changedCommands({ before, after }: ConfigDelta): CommandChange[] {
  const changes: CommandChange[] = [];
  const names = new Set(before.flatMap((fact) => (fact.kind === 'command' ? [fact.name] : [])));
  for (const name of names) {
    const of = (facts: Fact[]): string[] =>
      facts.flatMap((fact) => (fact.kind === 'command' && fact.name === name ? [fact.text] : []));
    const olds = of(before);
    const news = of(after);
    const gone = olds.filter((text) => !news.includes(text));
    const fresh = news.filter((text) => !olds.includes(text));
    gone.forEach((from, i) => {
      const to = fresh.find((text) => text.includes(from)) ?? (gone.length === fresh.length ? fresh[i] : undefined);
      if (to !== undefined && isCheck(name, from)) changes.push({ name, from, to });
    });
  }
  return changes;
}

const commandHit = ({ path, change }: ConfigDelta, from: string, to: string, why: string): Hit => ({
  before: { path: change.oldPath ?? path, line: lineHolding(change.before, from) },
  after: { path, line: lineHolding(change.after, to) },
  excerptBefore: from.slice(0, 300),
  excerptAfter: to.slice(0, 300),
  why,
  names: [path],
});

const forgiving: [RegExp, string][] = [
  [/\|\|\s*(true|:|exit 0|echo\b|\/bin\/true|printf\b)/, 'its failure is forgiven by `||`'],
  [/(;|&)\s*(exit 0|true)\s*$/, 'it always ends with success'],
  [/--pass-?[wW]ith-?[nN]o-?[tT]ests/, 'it passes when no test is found'],
  [
    /-DskipTests|-Dmaven\.test\.skip|--skip-tests|-x test\b|-Dmaven\.test\.failure\.ignore|--no-tests\b|SKIP_TESTS=|--skip-test/,
    'it skips the tests',
  ],
  [
    /--exit-zero|--no-fail\b|--no-error-on|--suppress-errors|--no-exit-code|--no-warnings|-k\s*\|\||--force-exit|--ignore-errors|--continue-on-error/,
    'it reports success whatever it finds',
  ],
  [/(^|\s)set \+e\b/, 'failures no longer end the script'],
  [/(^|\n)-\s*\S/, 'make ignores its failure'],
  [/-A ?warnings|--cap-lints[= ]allow/, 'its warnings are allowed'],
  [/2>\s*\/dev\/null|&>\s*\/dev\/null/, 'its errors are not shown'],
  [/--no-verify\b/, 'the hooks are skipped'],
];

function ignoredFailures({ config }: Comparison): Hit[] {
  return config.flatMap((delta) => {
    const hits: Hit[] = changedCommands(delta).flatMap(({ name, from, to }) => {
      if (isNothing(to)) return [];
      const found = forgiving.find(([form]) => form.test(to) && !form.test(from));
      if (found) return [commandHit(delta, from, to, `"${name}" still runs, but ${found[1]}.`)];
      if (
        /-D ?warnings|--deny[- ]warnings|-Werror|--strict\b|--max-warnings/.test(from) &&
        !/-D ?warnings|--deny[- ]warnings|-Werror|--strict\b|--max-warnings/.test(to) &&
        to.length < from.length + 6
      )
        return [commandHit(delta, from, to, `"${name}" no longer treats warnings as errors.`)];
      const [a, b] = [from, to].map((text) => Number(/--max-warnings[= ](\d+)/.exec(text)?.[1] ?? Number.NaN));
      if (b! > a!) return [commandHit(delta, from, to, `"${name}" allows more warnings than before.`)];
      return [];
    });
    const had = new Set(
      delta.before
        .filter((fact) => fact.kind === 'lenient')
        .map((fact) => `${fact.name}|${(fact as { value: string }).value}`),
    );
    const names = new Set(delta.before.flatMap((fact) => (fact.kind === 'command' ? [fact.text.split('\n')[0]!] : [])));
    for (const fact of delta.after) {
      if (fact.kind !== 'lenient' || had.has(`${fact.name}|${fact.value}`) || delta.change.before === null) continue;
      const label = fact.name.split(': ').slice(1).join(': ');
      const step = label !== '' || /continue-on-error|if: false|when:/.test(fact.value);
      if (step && !isCheck('', label || fact.name) && !names.has(label)) continue;
      hits.push({
        before: null,
        after: { path: delta.path, line: lineHolding(delta.change.after, fact.name.split('.').at(-1)!) },
        excerptBefore: '',
        excerptAfter: `${fact.name} ${fact.value}`,
        why: `${fact.name} may now fail without consequence (${fact.value}).`,
        names: [delta.path],
      });
    }
    return hits;
  });
}

const filters =
  /--(?:ignore|deselect|ignore-glob|exclude|testPathIgnorePatterns|skip|exclude-task|test-path-ignore-patterns|invert|grep-invert)(?:[= ]\S+)|-k ["']?not\b|-m ["']?not\b|-skip[= ]\S+|--skip \S+|-Dtest=!\S+|--exclude-tags?\b/g;

function filteredRuns({ config }: Comparison): Hit[] {
  return config.flatMap((delta) => {
    const found = (facts: Fact[]): string[] =>
      facts.flatMap((fact) =>
        fact.kind === 'command' && (kindOf(fact.text) === 'tests' || /addopts|^test/.test(fact.name))
          ? [...fact.text.matchAll(filters)].map((match) => match[0])
          : [],
      );
    const old = found(delta.before);
    const fresh = found(delta.after).filter(
      (one) => !old.includes(one) && !/node_modules|target|dist\b|build\b|\.git|docs?\b|tokens/.test(one),
    );
    if (fresh.length === 0 || delta.change.before === null || found(delta.after).length <= old.length) return [];
    return [
      {
        before: { path: delta.path, line: 1 },
        after: { path: delta.path, line: lineHolding(delta.change.after, fresh[0]!) },
        excerptBefore: '',
        excerptAfter: fresh.join('\n'),
        why: `"${fresh[0]}" newly leaves tests out of the run.`,
        names: [fresh[0]!, delta.path],
      },
    ];
  });
}

function loosened({ config }: Comparison): Hit[] {
  const had = new Set(
    config.flatMap((one) =>
      one.before.flatMap((fact) => (fact.kind === 'strict' ? [optionOf(fact.name, fact.on)] : [])),
    ),
  );
  return config.flatMap(({ path, before, after, change }) => {
    if (change.before === null || change.after === null) return [];
    const of = (facts: Fact[]): Map<string, boolean> =>
      new Map(facts.flatMap((fact) => (fact.kind === 'strict' ? [[fact.name, fact.on] as const] : [])));
    const old = of(before);
    const now = of(after);
    const lost = [...old].filter(([name, on]) => on && now.get(name) === false).map(([name]) => name);
    const born = [...now]
      .filter(
        ([name, on]) =>
          !on &&
          !old.has(name) &&
          !had.has(optionOf(name, on)) &&
          (now.get('strict') === true || !/tsconfig/.test(path)) &&
          !/^not not/.test(name) &&
          (/^not /.test(name) || /tsconfig|mypy|pytest|enabled|gradle|test/i.test(`${path} ${name}`)),
      )
      .map(([name]) => name);
    const dropped = [...old]
      .filter(
        ([name, on]) =>
          on &&
          !now.has(name) &&
          !/^not /.test(name) &&
          (name === 'strict' || (now.get('strict') !== true && old.get('strict') !== true)) &&
          now.size > 0,
      )
      .map(([name]) => name);
    const all = [...lost, ...born, ...dropped];
    if (all.length === 0) return [];
    const sure = lost.length + born.length > 0;
    return [
      {
        before: {
          path: change.oldPath ?? path,
          line: lineHolding(change.before, all[0]!.replace(/^not /, '').split('.').at(-1)!),
        },
        after: { path, line: lineHolding(change.after, all[0]!.replace(/^not /, '').split('.').at(-1)!) },
        excerptBefore: all.map((name) => `${name}: on`).join('\n'),
        excerptAfter: all.map((name) => `${name}: off`).join('\n'),
        why: `${all.join(', ')} ${all.length === 1 ? 'is' : 'are'} no longer on.`,
        names: [...all, path],
        ...(sure ? {} : { severity: 'medium' as const, confidence: 0.55 }),
      },
    ];
  });
}

/** The option itself, whatever file or section it stands in. */
const optionOf = (name: string, on: boolean): string =>
  `${/^not /.test(name)} ${name.split('.').at(-1)!.replace(/^not /, '')} ${on}`;

/** A rule that is on for some files and off for others was not switched off. */
const isOnSomewhere = (facts: Fact[], name: string): boolean =>
  facts.some((fact) => fact.kind === 'rule' && fact.name === name && fact.level > 0);

function rulesOff({ config }: Comparison): Hit[] {
  return config.flatMap(({ path, before, after, change }) => {
    if (change.before === null || change.after === null) return [];
    const levels = (facts: Fact[]): Map<string, number> =>
      new Map(facts.flatMap((fact) => (fact.kind === 'rule' ? [[fact.name, fact.level] as const] : [])));
    const old = levels(before);
    const now = levels(after);
    const off = [...old].filter(([name, level]) => level > 0 && (now.get(name) ?? level) === 0).map(([name]) => name);
    const born = [...now]
      .filter(
        ([name, level]) =>
          level === 0 && !old.has(name) && !isOnSomewhere(after, name) && !/^filterwarnings ./.test(name),
      )
      .map(([name]) => name);
    const warned = [...old].filter(([name, level]) => level === 2 && now.get(name) === 1).map(([name]) => name);
    const named = (facts: Fact[]): string[] =>
      facts.flatMap((fact) =>
        fact.kind === 'check' && /^(linter|rule|hook|extends|tests in) /.test(fact.name) ? [fact.name] : [],
      );
    const gone = named(before).filter((name) => !named(after).includes(name));
    const fresh = named(after).filter((name) => !named(before).includes(name));
    const lost = gone.length > fresh.length ? gone : [];
    const hits: Hit[] = [];
    const tell = (names: string[], what: string, extra: Partial<Hit> = {}): void => {
      if (names.length > 0)
        hits.push({
          before: {
            path: change.oldPath ?? path,
            line: lineHolding(change.before, names[0]!.replace(/^(linter|rule|hook|extends|tests in) /, '')),
          },
          after: { path, line: 1 },
          excerptBefore: names.join('\n'),
          excerptAfter: '',
          why: `${names.slice(0, 4).join(', ')} ${what}.`,
          names: [...names, path],
          ...extra,
        });
    };
    tell(off, 'switched off', /filterwarnings/.test(off[0] ?? '') ? { type: 'error_suppression' } : {});
    tell(lost, 'no longer runs', lost.some((name) => name.startsWith('tests in ')) ? { type: 'test_skipping' } : {});
    tell(born, 'newly switched off', { severity: 'medium', confidence: 0.6 });
    tell(warned, 'only warns now', { severity: 'low', confidence: 0.5 });
    const env = (facts: Fact[]): string[] =>
      facts.flatMap((fact) =>
        fact.kind === 'command' && /^env /.test(fact.name) && /-D ?warnings|-Werror/.test(fact.text) ? [fact.name] : [],
      );
    const kept = new Set(env(after));
    const denied = env(before).filter((name) => !kept.has(name));
    if (denied.length > 0) tell(denied, 'no longer denies warnings', { type: 'error_suppression' });
    return hits;
  });
}

function removedChecks({ config }: Comparison): Hit[] {
  const was = config.flatMap((one) => commandsIn(one.before));
  const now = config.flatMap((one) => commandsIn(one.after));
  const added = now.filter((text) => !was.includes(text));
  return config.flatMap((delta) => {
    if (!/workflows\/|gitlab-ci|circleci|travis|azure|package\.json$|Makefile|husky|tox\.ini/.test(delta.path))
      return [];
    if (delta.change.after === null && !/workflows\/|husky/.test(delta.path)) return [];
    const named = /package\.json$|Makefile/.test(delta.path);
    const kept = new Set(delta.after.flatMap((fact) => (fact.kind === 'command' ? [fact.name] : [])));
    const lost = delta.before.flatMap((fact) => {
      if (fact.kind !== 'command' || now.includes(fact.text) || (named && kept.has(fact.name))) return [];
      const kind = kindOf(fact.text);
      return kind && !isNothing(fact.text) && !added.some((text) => kindOf(text) === kind || covers(text, fact.text))
        ? [fact.text]
        : [];
    });
    if (lost.length === 0) return [];
    return [
      {
        before: { path: delta.change.oldPath ?? delta.path, line: lineHolding(delta.change.before, lost[0]!) },
        after: null,
        excerptBefore: lost.slice(0, 3).join('\n'),
        excerptAfter: '',
        why: `"${lost[0]!.slice(0, 80)}" no longer runs.`,
        names: [lost[0]!, delta.path],
      },
    ];
  });
}

const commandsIn = (facts: Fact[]): string[] =>
  facts.flatMap((fact) =>
    fact.kind === 'command' ? [fact.text] : fact.kind === 'check' && fact.name.startsWith('action ') ? [fact.name] : [],
  );

/** `npm run check` for `npm run check:lint`, or a workflow that is shared with other repositories. */
const covers = (text: string, lost: string): boolean =>
  (/\brun [\w-]+$/.test(text) && lost.startsWith(`${text}:`)) ||
  /^action \S+\/\.github\/workflows\/\S+\.ya?ml$/.test(text);

/** What a command checks; a new command of the same kind takes the place of a lost one. */
function kindOf(text: string): string | null {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '');
  if (/^action \.\//.test(bare)) return 'tests';
  if (
    /[:-]fix\b|--fix|--write|--update|\b(install|setup|pip|download|cache|upload|publish|checkout|echo|curl|apt-get|brew|cp|mv|rm|cd|export|git)\b/.test(
      bare,
    )
  )
    return null;
  if (
    /\b(lint|eslint|ruff|flake8|pylint|clippy|golangci-lint|biome|prettier|standard|xo|fmt|vet|staticcheck|checkstyle|spotless)\b/.test(
      bare,
    )
  )
    return 'lint';
  if (/\b(tsc|mypy|pyright|typecheck|type-check|types)\b/.test(bare)) return 'types';
  if (
    /\b(test|tests|jest|vitest|mocha|ava|tap|pytest|tox|nox|unittest|nextest|mvnw?|gradlew?|e2e|spec|playwright|cypress|karma|verify|check|smoke)\b/.test(
      bare,
    )
  )
    return 'tests';
  return null;
}
