import type { ConfigFact } from './fact.ts';
import type { Leaf } from './leaves.ts';

interface Setting {
  /** The dotted path, as written. */
  name: string;
  /** Its last part. */
  key: string;
  value: Leaf['value'];
}

/** What a setting means, or nothing if its value says nothing. */
type Meaning = (setting: Setting) => ConfigFact[];

/** One setting of a tool. `key` is its dotted path in lower case. */
interface Row {
  /** Named by the file or by the key. */
  tool?: RegExp;
  file?: RegExp;
  key: RegExp;
  except?: RegExp;
  if?: (value: Leaf['value']) => boolean;
  meaning: Meaning;
}

/** What a setting says about checks: one answer of each table, by the first row that fits. */
export function meaningsOf(path: string, { path: name, value }: Leaf): ConfigFact[] {
  const at = name.toLowerCase();
  const setting = { name, key: name.replace(/\[\]/g, '').split('.').at(-1) ?? '', value };
  const fits = (row: Row): boolean =>
    row.key.test(at) &&
    row.except?.test(at) !== true &&
    row.file?.test(path) !== false &&
    row.tool?.test(`${path} ${at}`) !== false &&
    row.if?.(value) !== false;
  return tables.flatMap((table) => table.find(fits)?.meaning(setting) ?? []);
}

/** The last part of a dotted path. */
const ends = (names: string): RegExp => new RegExp(`(^|\\.)(${names})(\\[\\])*$`);

const isText = (value: Leaf['value']): boolean => typeof value === 'string' && value !== '';
const isNumber = (value: Leaf['value']): boolean =>
  value !== null && typeof value !== 'boolean' && value !== '' && !Number.isNaN(numberOf(value));
const isFlag = (value: Leaf['value']): boolean => /^(true|false|error|none|warning|information)$/i.test(String(value));
const isLevel = (value: Leaf['value']): boolean => levelOf(value) !== undefined;
const isNegated = (value: Leaf['value']): boolean => isText(value) && String(value).startsWith('!');
const isPositive = (value: Leaf['value']): boolean => isText(value) && !isNegated(value);
const isOn = (value: Leaf['value']): boolean => /^(true|error)$/i.test(String(value));

const numberOf = (value: Leaf['value']): number => Number(String(value).replace(/%$/, ''));
const levelOf = (value: Leaf['value']): number | undefined => levels[String(value).toLowerCase()];

const levels: Record<string, number> = {
  ...{ off: 0, '0': 0, allow: 0, none: 0, false: 0, ignore: 0 },
  ...{ warn: 1, '1': 1, warning: 1, info: 1 },
  ...{ on: 2, error: 2, '2': 2, deny: 2, forbid: 2, true: 2 },
};

const limit: Meaning = ({ name, value }) => [{ kind: 'threshold', name, value: numberOf(value) }];
const tries: Meaning = ({ name, value }) => [{ kind: 'threshold', name: `not ${name}`, value: -Number(value) }];
const mode: Meaning = ({ key, value }) => [
  { kind: 'threshold', name: key, value: { off: 0, basic: 1, standard: 2, strict: 3 }[String(value)] ?? 1 },
];

const words = (value: Leaf['value']): string[] =>
  String(value)
    .split(/[\s,]+/)
    .filter(Boolean);
const excluded =
  (area: 'tests' | 'coverage' | 'lint', label: (setting: Setting) => string = () => ''): Meaning =>
  (setting) => [{ kind: 'exclusion', area, value: `${label(setting)}${setting.value}` }];
const eachExcluded =
  (area: 'tests' | 'coverage'): Meaning =>
  ({ value }) =>
    words(value).map((one) => ({ kind: 'exclusion', area, value: one }));
const excludedLines: Meaning = ({ value }) => [
  { kind: 'exclusion', area: 'coverage', value: String(value), idiom: true },
];

const strict: Meaning = ({ key, value }) => [{ kind: 'strict', name: key, on: value !== false && value !== 'none' }];
const strictIfTrue: Meaning = ({ key, value }) => [{ kind: 'strict', name: key, on: value === true }];
const looseIfTrue: Meaning = ({ key, value }) => [{ kind: 'strict', name: `not ${key}`, on: value !== true }];
const strictAt: Meaning = ({ name, value }) => [{ kind: 'strict', name: name.toLowerCase(), on: isOn(value) }];
const looseAt: Meaning = ({ name, value }) => [{ kind: 'strict', name: `not ${name.toLowerCase()}`, on: !isOn(value) }];
const strictUnlessFalse: Meaning = ({ name, value }) => [
  { kind: 'strict', name: name.toLowerCase(), on: value !== false },
];

const rule =
  (nameOf: (name: string) => string): Meaning =>
  ({ name, value }) => [{ kind: 'rule', name: nameOf(name), level: levelOf(value)! }];
const warningsFilter: Meaning = ({ value }) => {
  const [action = '', ...about] = String(value).split(':');
  const level = action.startsWith('error') ? 2 : action.startsWith('ignore') ? 0 : 1;
  return [{ kind: 'rule', name: `filterwarnings ${about.join(':')}`.trim(), level }];
};
const listed =
  (what: string): Meaning =>
  ({ value }) => [{ kind: 'check', name: `${what} ${value}` }];
const eachListed =
  (what: string): Meaning =>
  ({ value }) =>
    words(value).map((one) => ({ kind: 'check', name: `${what} ${one}` }));

const lenient: Meaning = ({ name, value }) => [
  { kind: 'lenient', name: name.toLowerCase(), value: String(value).toLowerCase() },
];

const limits: Row[] = [
  {
    key: ends(
      'fail_under|fail-under|failunder|min_?coverage|minimum_?coverage|coverage_?threshold|minimum|cov-fail-under|min-coverage|mutationscore|break',
    ),
    if: isNumber,
    meaning: limit,
  },
  {
    tool: /threshold|nycrc|c8rc|nyc|c8|codecov|coverage|limit/i,
    key: ends(
      'lines|branches|functions|statements|target|per_file|covered_ratio|coveredratio|patch|project|default|global|high|low',
    ),
    except: /watermarks|reporter/,
    if: isNumber,
    meaning: limit,
  },
];

const exclusions: Row[] = [
  {
    key: /coverage.*(exclude|ignore|omit)|coveragepathignorepatterns|(^|\.)(run|report)\.omit|jacoco.*exclude|sonar\.coverage\.exclusions|tarpaulin.*exclude/,
    except: /exclude_lines|exclude_also/,
    meaning: eachExcluded('coverage'),
  },
  { key: /exclude_lines|exclude_also|exclude_patterns/, meaning: excludedLines },
  {
    file: /(^|\/)\.?(nycrc|c8rc|nyc\.config|codecov)/,
    key: /^(exclude|ignore)(\[\])?$/,
    meaning: excluded('coverage'),
  },
  { key: /^(nyc|c8)\.exclude/, meaning: excluded('coverage') },
  { key: /collectcoveragefrom/, if: isNegated, meaning: excluded('coverage') },
  { key: /norecursedirs|collect_ignore/, meaning: eachExcluded('tests') },
  {
    key: /testpathignorepatterns|modulepathignorepatterns|testignore|(^|\.)test\.exclude|surefire.*exclude|failsafe.*exclude|excludespecpattern|watchpathignore/,
    meaning: excluded('tests'),
  },
  {
    file: /(vitest|\.mocharc|ava|playwright|jest|karma)/,
    key: ends('exclude|ignores?'),
    meaning: excluded('tests'),
  },
  { key: /^mocha\.ignore|^ava\.files.*ignore/, meaning: excluded('tests') },
  { key: /^ava\.files/, if: isNegated, meaning: excluded('tests') },
  { key: /per-file-ignores|per_file_ignores/, meaning: excluded('lint', ({ key }) => `${key}: `) },
  {
    key: /ignorepatterns|(^|[\].])ignores(\[\])?$|files\.ignore|extend-exclude|extend-ignore|linter\.ignore|overrides.*excludedfiles|issues\.exclude|exclusions\.(paths|rules)|sonar\.exclusions/,
    meaning: excluded('lint'),
  },
  {
    key: /(^|\.)(flake8|ruff|mypy|pylint|isort|lint|pyright)(\.lint)?\.(ignore|exclude|disable|ignored)/,
    meaning: excluded('lint'),
  },
  {
    file: /(^|\/)(\.?ruff\.toml|\.flake8|mypy\.ini|pyrightconfig\.json|tslint\.json)$/,
    key: /^(lint\.)?(ignore|exclude|disable)/,
    meaning: excluded('lint'),
  },
  { file: /tsconfig/, key: /^exclude/, meaning: excluded('lint') },
  {
    file: /\.golangci/,
    key: /(^|\.)disable(\[\])?$|skip-(dirs|files)|exclude/,
    meaning: excluded('lint', ({ name }) => `${name}: `),
  },
];

const strictness: Row[] = [
  {
    file: /[tj]sconfig/,
    key: ends(
      'strict|noimplicit(any|this|returns|override)|strict(nullchecks|functiontypes|bindcallapply|propertyinitialization|builtiniteratorreturn)|alwaysstrict|useunknownincatchvariables|nounused(locals|parameters)|nofallthroughcasesinswitch|nouncheckedindexedaccess|exactoptionalpropertytypes|nopropertyaccessfromindexsignature|noemitonerror|checkjs|forceconsistentcasinginfilenames|isolateddeclarations|nouncheckedsideeffectimports',
    ),
    meaning: strictIfTrue,
  },
  {
    file: /tsconfig/,
    key: ends('allowunreachablecode|allowunusedlabels|suppressimplicitanyindexerrors'),
    meaning: looseIfTrue,
  },
  {
    tool: /mypy/,
    key: ends(
      'strict|disallow_\\w+|warn_\\w+|check_untyped_defs|no_implicit_\\w+|strict_\\w+|local_partial_types|extra_checks',
    ),
    if: isFlag,
    meaning: strictAt,
  },
  {
    tool: /mypy/,
    key: ends('ignore_errors|ignore_missing_imports|allow_\\w+|implicit_\\w+|follow_imports_for_stubs'),
    if: isFlag,
    meaning: looseAt,
  },
  { tool: /pyright/, key: ends('report\\w+|strict\\w+'), meaning: strict },
  { tool: /pyright/, key: ends('typecheckingmode'), meaning: mode },
  {
    key: ends(
      'xfail_strict|strict_markers|strict_config|--strict-markers|failonwarnings?|allwarningsaserrors|warningsaserrors|treatwarningsaserrors|fail_on_warning|forbidonly|failonconsole|check-coverage|checkcoverage|restoremocks|showdeprecation',
    ),
    if: isFlag,
    meaning: strictAt,
  },
  { tool: /nyc|c8|coverage/, key: ends('all'), if: isFlag, meaning: strictAt },
  { file: /biome/, key: /(^|\.)(linter|formatter|assist|vcs)\.enabled$/, meaning: strictAt },
  {
    file: /Cargo/,
    key: /^(test\[\]|lib|bin\[\])\.(test|doctest|harness)$|^lib\.doctest$/,
    meaning: strictUnlessFalse,
  },
];

const rules: Row[] = [
  {
    tool: /eslint|biome|oxlint|tslint|xo\b/,
    key: /(^|[.\]])rules\./,
    if: isLevel,
    meaning: rule((name) => name.replace(/\[\]$/, '').replace(/^.*?rules\./, '')),
  },
  {
    file: /Cargo|clippy/,
    key: /(^|\.)lints\./,
    except: /priority$/,
    if: isLevel,
    meaning: rule((name) => name.replace(/\.level$/, '')),
  },
  { file: /\.golangci/, key: /(linters|formatters)\.enable(\[\])?$/, meaning: listed('linter') },
  { file: /\.golangci/, key: /^run\.tests$|issues-exit-code$/, meaning: lenient },
  {
    key: /(^|\.)(ruff|lint)(\.lint)?\.(select|extend-select)\[\]$|^(lint\.)?(select|extend-select)\[\]$/,
    meaning: listed('rule'),
  },
  { key: /flake8\.(select|extend-select)/, meaning: eachListed('rule') },
  { file: /\.pre-commit-config/, key: /repos\[\]\.hooks\[\]\.id$/, meaning: listed('hook') },
  { file: /eslint/, key: /(^|[.\]])extends(\[\])?$/, meaning: listed('extends') },
  {
    key: /(^|\.)(testmatch|testregex|testpaths|python_files|specpattern|specs?|roots)(\[\])?$|(^|\.)test\.include(\[\])?$|^ava\.files(\[\])?$/,
    if: isPositive,
    meaning: listed('tests in'),
  },
  {
    file: /(^|\/)([jt]sconfig[\w.-]*|pyrightconfig)\.json$/,
    key: /^(include|files)\[\]$/,
    if: isPositive,
    meaning: listed('types in'),
  },
  { tool: /mypy|pyright/, key: /(^|\.)(files|include|packages)(\[\])?$/, if: isPositive, meaning: listed('types in') },
  { key: /filterwarnings/, meaning: warningsFilter },
];

const leniency: Row[] = [
  {
    key: ends('failifnotests|haltonfailure|failonviolation|failsonerror|haltonerror'),
    meaning: strictAt,
  },
  { key: /(maven\.test\.(skip|failure\.ignore)|skiptests)$/, if: isOn, meaning: lenient },
  {
    // A Maven plugin that checks something: skipping the install or deploy step ignores no failure.
    tool: /plugin\([\w-]*(surefire|failsafe|checkstyle|pmd|spotbugs|findbugs|jacoco|cobertura|enforcer|errorprone|sniffer|japicmp|revapi|pitest|verifier|rat|test)/i,
    key: ends('skip'),
    if: isOn,
    meaning: lenient,
  },
  {
    key: ends(
      'passwithnotests|allow_failure|testfailureignore|skipits|ignorefailures|skip_covered_fail|informational|dangerouslyignoreunhandlederrors|ignore_outcome',
    ),
    if: isOn,
    meaning: lenient,
  },
  {
    tool: /test|jest|mocha|playwright|pytest|cypress|wtr|karma/,
    key: ends('retries|retry|maxfail|bail|maxretries|reruns'),
    if: (value) => Number(value) > 0,
    meaning: tries,
  },
];

const tables: Row[][] = [
  limits,
  exclusions.map((row) => ({ ...row, if: row.if ?? isText })),
  strictness,
  rules,
  leniency,
];
