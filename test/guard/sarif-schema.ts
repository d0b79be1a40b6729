/** The part of SARIF 2.1.0 that audit writes. As in the official schema, a property that is not listed is an error. */
type Rule = (value: unknown, at: string) => string[];

const text: Rule = (value, at) => (typeof value === 'string' ? [] : [`${at}: not a string`]);
const flag: Rule = (value, at) => (typeof value === 'boolean' ? [] : [`${at}: not a boolean`]);
const anything: Rule = () => [];

const atLeast =
  (least: number): Rule =>
  (value, at) =>
    Number.isInteger(value) && (value as number) >= least ? [] : [`${at}: not an integer of at least ${least}`];

const oneOf =
  (...allowed: string[]): Rule =>
  (value, at) =>
    allowed.includes(value as string) ? [] : [`${at}: ${String(value)} is none of ${allowed.join(', ')}`];

const list =
  (item: Rule, { unique = false, least = 0 } = {}): Rule =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at}: not an array`];
    const problems = value.flatMap((one, index) => item(one, `${at}[${index}]`));
    if (value.length < least) problems.push(`${at}: fewer than ${least}`);
    if (unique && new Set(value.map((one) => JSON.stringify(one))).size < value.length)
      problems.push(`${at}: items are not unique`);
    return problems;
  };

/** Properties by name; a name that ends in `!` is required. */
function record(properties: Record<string, Rule>): Rule {
  const known = new Map(Object.entries(properties).map(([name, rule]) => [name.replace('!', ''), rule]));
  const required = Object.keys(properties).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: not an object`];
    return [
      ...required.filter((name) => !(name in value)).map((name) => `${at}: ${name} is missing`),
      ...Object.entries(value).flatMap(
        ([name, one]) => known.get(name)?.(one, `${at}.${name}`) ?? [`${at}: ${name} is not in the schema`],
      ),
    ];
  };
}

const mapOf =
  (item: Rule): Rule =>
  (value, at) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, one]) => item(one, `${at}.${name}`))
      : [`${at}: not an object`];

/** RFC 3986, absolute. */
const uri: Rule = (value, at) => (URL.canParse(String(value)) ? [] : [`${at}: not a URI`]);

/** RFC 3986, relative to the repository: a path alone, whose first segment cannot be taken for a scheme. */
const relativePath: Rule = (value, at) =>
  /^(?:[\w.~!$&'()*+,;=@-]|%[0-9A-F]{2})+(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})+)*$/.test(String(value))
    ? []
    : [`${at}: ${String(value)} is not a relative path in URI form`];

const message = record({ 'text!': text, markdown: text });

const location = record({
  'physicalLocation!': record({
    'artifactLocation!': record({ 'uri!': relativePath, uriBaseId: text }),
    region: record({ 'startLine!': atLeast(1), startColumn: atLeast(1), endLine: atLeast(1), snippet: anything }),
  }),
  message,
});

const result = record({
  'ruleId!': text,
  ruleIndex: atLeast(-1),
  level: oneOf('none', 'note', 'warning', 'error'),
  'message!': message,
  locations: list(location),
  relatedLocations: list(location, { unique: true }),
  partialFingerprints: mapOf(text),
  properties: mapOf(anything),
  suppressions: list(record({ 'kind!': oneOf('inSource', 'external'), justification: text }), { unique: true }),
});

const rule = record({ 'id!': text, name: text, shortDescription: message, fullDescription: message, help: message });

const notification = record({ level: oneOf('none', 'note', 'warning', 'error'), 'message!': message });

const log = record({
  $schema: uri,
  'version!': oneOf('2.1.0'),
  'runs!': list(
    record({
      'tool!': record({
        'driver!': record({
          'name!': text,
          version: text,
          informationUri: uri,
          rules: list(rule, { unique: true }),
        }),
      }),
      invocations: list(
        record({ 'executionSuccessful!': flag, toolExecutionNotifications: list(notification), exitCode: atLeast(0) }),
      ),
      results: list(result),
      columnKind: oneOf('utf16CodeUnits', 'unicodeCodePoints'),
    }),
    { least: 1 },
  ),
});

/** What a SARIF text does wrong, one line each; none when it is valid. */
export const sarifProblems = (written: string): string[] => log(JSON.parse(written), '$');
