import { commandsOf } from './commands.ts';
import type { ConfigFact } from './fact.ts';
import { gradleFacts } from './gradle.ts';
import { type Leaf, leavesOf } from './leaves.ts';

const configFiles =
  /(^|\/)(package\.json|tsconfig[\w.-]*\.json|jsconfig\.json|\.nycrc(\.\w+)?|\.c8rc(\.\w+)?|nyc\.config\.\w+|\.eslintrc(\.\w+)?|eslint\.config\.\w+|biome\.jsonc?|\.oxlintrc\.json|deno\.jsonc?|tslint\.json|jest\.config\.\w+|jest\.\w+\.config\.\w+|vitest[\w.-]*\.config\.\w+|vitest\.workspace\.\w+|vite\.config\.\w+|\.mocharc(\.\w+)?|karma\.conf\.\w+|playwright\.config\.\w+|cypress\.config\.\w+|ava\.config\.\w+|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.coveragerc|mypy\.ini|\.mypy\.ini|\.?ruff\.toml|\.flake8|\.?pylintrc|pyrightconfig\.json|Cargo\.toml|\.?clippy\.toml|pom\.xml|build\.gradle(\.kts)?|\.?codecov\.ya?ml|\.golangci\.(ya?ml|toml|json)|\.pre-commit-config\.ya?ml|lefthook\.ya?ml|Makefile|makefile|GNUmakefile|[\w.-]+\.mk|[Jj]ustfile|Taskfile\.ya?ml|\.gitlab-ci\.ya?ml|\.travis\.ya?ml|azure-pipelines\.ya?ml|sonar-project\.properties|\.eslintignore|\.coverageignore|lerna\.json|turbo\.json|nx\.json|project\.json|bunfig\.toml)$|(^|\/)\.(github\/workflows|circleci|buildkite)\/[^/]+\.ya?ml$|(^|\/)\.(husky|githooks)\/[^/]+$|(^|\/)(scripts?|bin|ci|\.ci|tools|hack)\/([\w./-]+\.(sh|bash)|[\w-]+)$|\.sh$/;

export const isConfig = (path: string): boolean => configFiles.test(path);

export const isWorkflow = (path: string): boolean => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path);

export async function factsOf(path: string, content: string): Promise<ConfigFact[]> {
  const facts: ConfigFact[] = [];
  if (/(^|\/)\.(eslintignore|coverageignore)$/.test(path)) {
    for (const line of content.split('\n'))
      if (line.trim() && !line.startsWith('#')) facts.push({ kind: 'exclusion', area: 'lint', value: line.trim() });
    return facts;
  }
  const leaves = (await leavesOf(path, content)) ?? [];
  for (const leaf of leaves) facts.push(...leafFacts(path, leaf));
  if (/build\.gradle/.test(path)) facts.push(...gradleFacts(content));
  facts.push(...commandsOf(path, content, leaves));
  return facts;
}

const last = (path: string): string => path.replace(/\[\]/g, '').split('.').at(-1) ?? '';

function leafFacts(path: string, leaf: Leaf): ConfigFact[] {
  const key = last(leaf.path);
  const at = leaf.path.toLowerCase();
  const { value } = leaf;
  return [
    ...thresholds(path, leaf, key, at),
    ...exclusions(path, leaf, key, at),
    ...strictness(path, key, at, value),
    ...rules(path, leaf, key, at),
    ...leniency(path, leaf, key, at),
  ];
}

function thresholds(path: string, { path: name, value }: Leaf, key: string, at: string): ConfigFact[] {
  const number = typeof value === 'number' ? value : Number(String(value).replace(/%$/, ''));
  if (value === null || typeof value === 'boolean' || Number.isNaN(number) || value === '') return [];
  const named =
    /^(fail_under|fail-under|failunder|min_?coverage|minimum_?coverage|coverage_?threshold|minimum|cov-fail-under|min-coverage|mutationscore|break)$/i.test(
      key,
    ) ||
    (/^(lines|branches|functions|statements|target|per_file|covered_ratio|coveredratio|patch|project|default|global|high|low)$/i.test(
      key,
    ) &&
      /threshold|nycrc|c8rc|nyc|c8|codecov|coverage|limit/.test(`${path.toLowerCase()} ${at}`) &&
      !/watermarks|reporter/.test(at));
  if (!named || /^codecov.*threshold$/.test(at) || key === 'threshold') return [];
  return [{ kind: 'threshold', name, value: number }];
}

function exclusions(path: string, { path: name, value }: Leaf, key: string, at: string): ConfigFact[] {
  if (typeof value !== 'string' || value === '') return [];
  const out = (area: 'tests' | 'coverage' | 'lint', text = value): ConfigFact[] =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((one) => ({ kind: 'exclusion', area, value: one }));
  const whole = (area: 'tests' | 'coverage' | 'lint'): ConfigFact[] => [{ kind: 'exclusion', area, value }];
  if (
    /coverage.*(exclude|ignore|omit)|coveragepathignorepatterns|(^|\.)(run|report)\.omit|jacoco.*exclude|sonar\.coverage\.exclusions|tarpaulin.*exclude/.test(
      at,
    ) &&
    !/exclude_lines|exclude_also/.test(at)
  )
    return out('coverage');
  if (/exclude_lines|exclude_also|exclude_patterns/.test(at))
    return [{ kind: 'exclusion', area: 'coverage', value, idiom: true }];
  if (/(^|\/)\.?(nycrc|c8rc|nyc\.config|codecov)/.test(path) && /^(exclude|ignore)(\[\])?$/.test(at))
    return whole('coverage');
  if (/^(nyc|c8)\.exclude/.test(at)) return whole('coverage');
  if (/collectcoveragefrom/.test(at) && value.startsWith('!')) return whole('coverage');
  if (/norecursedirs|collect_ignore/.test(at)) return out('tests');
  if (
    /testpathignorepatterns|modulepathignorepatterns|testignore|(^|\.)test\.exclude|collect_ignore|surefire.*exclude|failsafe.*exclude|excludespecpattern|watchpathignore/.test(
      at,
    )
  )
    return whole('tests');
  if (/(vitest|\.mocharc|ava|playwright|jest|karma)/.test(path) && /(^|\.)(exclude|ignore|ignores)(\[\])?$/.test(at))
    return whole('tests');
  if (/^(mocha\.ignore|ava\.files)/.test(at) && (value.startsWith('!') || /ignore/.test(at))) return whole('tests');
  if (/(surefire|failsafe).*(excludes\.exclude|excludedgroups)$/.test(at)) return whole('tests');
  if (
    /ignorepatterns|(^|[\].])ignores(\[\])?$|files\.ignore|extend-exclude|per-file-ignores|extend-ignore|per_file_ignores|linter\.ignore|overrides.*excludedfiles|issues\.exclude|exclusions\.(paths|rules)|sonar\.exclusions/.test(
      at,
    )
  )
    return [{ kind: 'exclusion', area: 'lint', value: `${/per.file/.test(at) ? `${key}: ` : ''}${value}` }];
  if (/(^|\.)(flake8|ruff|mypy|pylint|isort|lint|pyright)(\.lint)?\.(ignore|exclude|disable|ignored)/.test(at))
    return whole('lint');
  if (
    /(^|\/)(\.?ruff\.toml|\.flake8|mypy\.ini|pyrightconfig\.json|tslint\.json)$/.test(path) &&
    /^(lint\.)?(ignore|exclude|disable)/.test(at)
  )
    return whole('lint');
  if (/tsconfig/.test(path) && /^exclude/.test(at)) return whole('lint');
  if (/\.golangci/.test(path) && /(^|\.)disable(\[\])?$|skip-(dirs|files)|exclude/.test(at))
    return [{ kind: 'exclusion', area: 'lint', value: `${name}: ${value}` }];
  return [];
}

const tsStrict =
  /^(strict|noImplicitAny|strictNullChecks|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|noImplicitThis|alwaysStrict|useUnknownInCatchVariables|noUnusedLocals|noUnusedParameters|noImplicitReturns|noFallthroughCasesInSwitch|noUncheckedIndexedAccess|noImplicitOverride|exactOptionalPropertyTypes|noPropertyAccessFromIndexSignature|noEmitOnError|checkJs|forceConsistentCasingInFileNames|isolatedDeclarations|noUncheckedSideEffectImports|strictBuiltinIteratorReturn)$/;
const mypyStrict =
  /^(strict|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|strict_\w+|local_partial_types|extra_checks)$/;
const mypyLoose = /^(ignore_errors|ignore_missing_imports|allow_\w+|implicit_\w+|follow_imports_for_stubs)$/;

function strictness(path: string, key: string, at: string, value: Leaf['value']): ConfigFact[] {
  const on = value === true || value === 'true' || value === 'True' || value === 'error';
  const flag =
    value === true || value === false || /^(true|false|error|none|warning|information|True|False)$/.test(String(value));
  if (/tsconfig|jsconfig/.test(path) && tsStrict.test(key)) return [{ kind: 'strict', name: key, on: value === true }];
  if (/tsconfig/.test(path) && /^(allowUnreachableCode|allowUnusedLabels|suppressImplicitAnyIndexErrors)$/.test(key))
    return [{ kind: 'strict', name: `not ${key}`, on: value !== true }];
  if (/mypy/.test(`${path} ${at}`) && flag) {
    if (mypyStrict.test(key)) return [{ kind: 'strict', name: at, on }];
    if (mypyLoose.test(key)) return [{ kind: 'strict', name: `not ${at}`, on: !on }];
  }
  if (/pyright/.test(`${path} ${at}`) && /^(report\w+|strict\w+)$/i.test(key))
    return [{ kind: 'strict', name: key, on: value !== false && value !== 'none' }];
  if (/pyright/.test(`${path} ${at}`) && key === 'typeCheckingMode')
    return [{ kind: 'threshold', name: key, value: { off: 0, basic: 1, standard: 2, strict: 3 }[String(value)] ?? 1 }];
  if (
    /^(xfail_strict|strict_markers|strict_config|--strict-markers|failonwarnings?|allwarningsaserrors|warningsaserrors|treatwarningsaserrors|fail_on_warning|forbidonly|failonconsole|check-coverage|checkcoverage|all|restoremocks|linter\.enabled|showdeprecation)$/i.test(
      key,
    ) &&
    flag
  ) {
    if (key !== 'all' || /nyc|c8|coverage/.test(`${path}${at}`)) return [{ kind: 'strict', name: at, on }];
  }
  if (/biome/.test(path) && /(^|\.)(linter|formatter|assist|vcs)\.enabled$/.test(at))
    return [{ kind: 'strict', name: at, on }];
  if (/Cargo/.test(path) && /^(test\[\]|lib|bin\[\])\.(test|doctest|harness)$|^lib\.doctest$/.test(at))
    return [{ kind: 'strict', name: at, on: value !== false }];
  return [];
}

const levels: Record<string, number> = {
  off: 0,
  '0': 0,
  allow: 0,
  none: 0,
  false: 0,
  warn: 1,
  '1': 1,
  warning: 1,
  info: 1,
  on: 2,
  error: 2,
  '2': 2,
  deny: 2,
  forbid: 2,
  true: 2,
  ignore: 0,
};

function rules(path: string, { path: name, value }: Leaf, key: string, at: string): ConfigFact[] {
  const level = levels[String(value).toLowerCase()];
  const isLint = /eslint|biome|oxlint|tslint|xo\b/.test(`${path} ${at}`);
  if (isLint && /(^|[.\]])rules\./.test(name) && level !== undefined)
    return [{ kind: 'rule', name: name.replace(/\[\]$/, '').replace(/^.*?rules\./, ''), level }];
  if (/Cargo|clippy/.test(path) && /(^|\.)lints\./.test(name) && level !== undefined && !/priority$/.test(key))
    return [{ kind: 'rule', name: name.replace(/\.level$/, ''), level }];
  if (/\.golangci/.test(path) && /(linters|formatters)\.enable(\[\])?$/.test(name))
    return [{ kind: 'check', name: `linter ${value}` }];
  if (/\.golangci/.test(path) && /^run\.tests$|issues-exit-code$/.test(at))
    return [{ kind: 'lenient', name: at, value: String(value) }];
  if (/(^|\.)(ruff|lint)(\.lint)?\.(select|extend-select)\[\]$|^(lint\.)?(select|extend-select)\[\]$/.test(at))
    return [{ kind: 'check', name: `rule ${value}` }];
  if (/flake8\.(select|extend-select)/.test(at))
    return String(value)
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((one) => ({ kind: 'check', name: `rule ${one}` }));
  if (/\.pre-commit-config/.test(path) && /repos\[\]\.hooks\[\]\.id$/.test(name))
    return [{ kind: 'check', name: `hook ${value}` }];
  if (/eslint/.test(`${path}`) && /(^|[.\]])extends(\[\])?$/.test(at))
    return [{ kind: 'check', name: `extends ${value}` }];
  if (
    /(^|\.)(testmatch|testregex|testpaths|python_files|specpattern|specs?|roots)(\[\])?$|(^|\.)test\.include(\[\])?$|^ava\.files(\[\])?$/.test(
      at,
    ) &&
    typeof value === 'string' &&
    !value.startsWith('!')
  )
    return [{ kind: 'check', name: `tests in ${value}` }];
  if (/filterwarnings/.test(at))
    return [
      {
        kind: 'rule',
        name: `filterwarnings ${String(value).split(':').slice(1).join(':')}`.trim(),
        level: /^error/.test(String(value)) ? 2 : /^ignore/.test(String(value)) ? 0 : 1,
      },
    ];
  return [];
}

/** A Maven plugin that checks something: skipping the install or deploy step ignores no failure. */
const checkingPlugin =
  /plugin\([\w-]*(surefire|failsafe|checkstyle|pmd|spotbugs|findbugs|jacoco|cobertura|enforcer|errorprone|sniffer|japicmp|revapi|pitest|verifier|rat|test)/i;

function leniency(path: string, { path: name, value }: Leaf, key: string, at: string): ConfigFact[] {
  const on = value === true || String(value).toLowerCase() === 'true';
  if (
    /^(passwithnotests|allow_failure|skiptests|maven\.test\.skip|maven\.test\.failure\.ignore|testfailureignore|failifnotests|skipits|ignorefailures|haltonfailure|checkstyle\.skip|pmd\.skip|spotbugs\.skip|jacoco\.skip|enforcer\.skip|skip_covered_fail|informational|dangerouslyignoreunhandlederrors|ignore_outcome|skip|failonviolation|failsonerror|haltonerror)$/i.test(
      key,
    ) ||
    /(maven\.test\.(skip|failure\.ignore)|skiptests)$/.test(at)
  ) {
    if (/^(failifnotests|haltonfailure|failonviolation|failsonerror|haltonerror)$/i.test(key))
      return [{ kind: 'strict', name: at, on }];
    if (key === 'skip' && !checkingPlugin.test(at)) return [];
    return on ? [{ kind: 'lenient', name: at, value: 'true' }] : [];
  }
  if (
    /^(retries|retry|maxfail|bail|maxretries|reruns)$/i.test(key) &&
    Number(value) > 0 &&
    /test|jest|mocha|playwright|pytest|cypress|wtr|karma/.test(`${path} ${at}`)
  )
    return [{ kind: 'threshold', name: `not ${name}`, value: -Number(value) }];
  return [];
}
