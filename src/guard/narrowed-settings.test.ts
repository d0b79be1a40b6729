import { describe, expect, test } from 'vitest';
import { blocking, changed } from '../../test/support/guard/judge.ts';

type Row = [what: string, path: string, before: string, after: string];

const gradle = (task: string): string => `plugins {\n  id 'java'\n}\n\n${task}`;
const rc = (omit: string[], lines: string[] = []): string =>
  `[run]\nbranch = True\nomit =\n${omit.map((one) => `    ${one}\n`).join('')}[report]\nexclude_lines =\n    pragma: no cover\n${lines.map((one) => `    ${one}\n`).join('')}`;
const codecov = (...ignore: string[]): string =>
  `comment: false\nignore:\n${ignore.map((one) => `  - ${one}\n`).join('')}`;

describe('an option that is off', () => {
  const harmless: Row[] = [
    ['of a task that checks nothing', 'build.gradle', gradle(''), gradle('bootJar {\n  enabled = false\n}\n')],
    [
      'of a report',
      'build.gradle',
      gradle(''),
      gradle('jacocoTestReport {\n  reports {\n    xml.enabled true\n    csv.enabled false\n  }\n}\n'),
    ],
    [
      'of a tool that is set up here',
      'setup.cfg',
      '[metadata]\nname = shop\n',
      '[metadata]\nname = shop\n\n[mypy]\nwarn_unused_ignores = True\nstrict_optional = False\n',
    ],
  ];
  test.each(harmless)('%s lowers nothing', async (_, path, before, after) => {
    expect(await changed([[path, before, after]])).toEqual([]);
  });

  const lowered: Row[] = [
    ['of the tests', 'build.gradle', gradle(''), gradle('test {\n  enabled = false\n}\n')],
    ['of the tests by name', 'build.gradle', gradle(''), gradle('test.enabled = false\n')],
    [
      'of a checker',
      'build.gradle.kts',
      gradle(''),
      gradle('tasks.withType<SpotBugsTask>().configureEach {\n  isEnabled = false\n}\n'),
    ],
    [
      'of a tool that stood there',
      'setup.cfg',
      '[mypy]\nwarn_unused_ignores = True\n',
      '[mypy]\nwarn_unused_ignores = True\nstrict_optional = False\n',
    ],
  ];
  test.each(lowered)('%s lowers strictness', async (_, path, before, after) => {
    expect(await blocking({ path, before, after })).toEqual(['strictness-lowered']);
  });

  test('moving the tool to another file lowers strictness', async () => {
    const moved = { path: 'mypy.ini', before: '[mypy]\nwarn_unused_ignores = True\n', after: null };
    const here = {
      path: 'setup.cfg',
      before: '[metadata]\n',
      after: '[metadata]\n\n[mypy]\nstrict_optional = False\n',
    };
    expect(await blocking(moved, here)).toContain('strictness-lowered');
  });
});

describe('an exclusion from coverage', () => {
  const harmless: Row[] = [
    ['of lines by a known idiom', '.coveragerc', rc([]), rc([], ['pragma: nocover', 'if TYPE_CHECKING:'])],
    ['of tests', '.coveragerc', rc([]), rc(['shop/node_tests/*', '*/__dom_tests__/*', 'e2e-tests/*'])],
    [
      'that was there under a name',
      'jest.config.js',
      'module.exports = { coveragePathIgnorePatterns };\n',
      "module.exports = { coveragePathIgnorePatterns: [...coveragePathIgnorePatterns, '/__node_tests__/'] };\n",
    ],
  ];
  test.each(harmless)('%s hides nothing', async (_, path, before, after) => {
    expect(await changed([[path, before, after]])).toEqual([]);
  });

  const warned: Row[] = [
    ['of lines', '.coveragerc', rc([]), rc([], ['^\\s*@retry'])],
    ['in the place of another', 'codecov.yml', codecov('internal'), codecov('examples', 'scripts')],
  ];
  test.each(warned)('%s only warns', async (_, path, before, after) => {
    expect(await changed([[path, before, after]])).toEqual(['coverage-excluded']);
    expect(await blocking({ path, before, after })).toEqual([]);
  });

  const hidden: Row[] = [
    ['of a file', '.coveragerc', rc([]), rc(['shop/price.py'])],
    ['of a folder', 'codecov.yml', 'comment: false\n', codecov('internal')],
    ['of more than it replaces', 'codecov.yml', codecov('old'), codecov('internal', 'pricing')],
  ];
  test.each(hidden)('%s blocks', async (_, path, before, after) => {
    expect(await blocking({ path, before, after })).toContain('coverage-excluded');
  });
});

describe('an option switched on for all but a part', () => {
  const mypy = (more: string): string => `[mypy]\nwarn_unused_ignores = True\n${more}`;
  test('was not lowered there', async () => {
    const after = mypy('disallow_untyped_defs = True\n\n[mypy-tests.*]\ndisallow_untyped_defs = False\n');
    expect(await changed([['setup.cfg', mypy(''), after]])).toEqual([]);
  });
  test('was lowered if it was on for all', async () => {
    const before = mypy('disallow_untyped_defs = True\n');
    const after = `${before}\n[mypy-shop.*]\ndisallow_untyped_defs = False\n`;
    expect(await blocking({ path: 'setup.cfg', before, after })).toEqual(['strictness-lowered']);
  });
});

test('test helpers may be excluded from the run and from coverage', async () => {
  const jest = (...paths: string[]): string =>
    `module.exports = { testPathIgnorePatterns: ${JSON.stringify(['/node_modules/', ...paths])} };\n`;
  expect(await changed([['jest.config.js', jest(), jest('tests/_utils')]])).toEqual([]);
  expect(await changed([['codecov.yml', codecov('docs'), codecov('docs', 'src/**/test-utils.ts')]])).toEqual([]);
  expect(await blocking({ path: 'jest.config.js', before: jest(), after: jest('tests/cart') })).toEqual([
    'tests-excluded',
  ]);
});

test('removing a script warns, removing a feature with its test blocks', async () => {
  const body = 'export function release(tag) {\n  const notes = read(tag);\n  return publish(notes, tag);\n}\n';
  const tests =
    "test('releases', () => {\n  expect(release('v1')).toBe('ok');\n});\ntest('reads', () => {\n  expect(read('v1')).toBe('notes');\n});\n";
  const deletion = (path: string) => [
    { path, before: body, after: null },
    { path: 'test/release.test.js', before: tests, after: tests.slice(tests.indexOf("test('reads'")) },
  ];
  expect(await blocking(...deletion('src/release.js'))).toContain('source-file-deleted');
  expect(await blocking(...deletion('scripts/release.js'))).not.toContain('source-file-deleted');
});
