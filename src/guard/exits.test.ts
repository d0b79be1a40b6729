import { describe, expect, test } from 'vitest';
import { blocking, changed } from '../../test/support/guard/judge.ts';

const js = "test('adds', () => {\n  expect(add(1)).toBe(2);\n});\n";
const py = 'def test_adds():\n    assert add(1) == 2\n';
const go =
  'package shop\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif add(1) != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n';
const java = (more: string, tests = '@Test\n  void adds() {\n    assertEquals(2, add(1));\n  }\n'): string =>
  `class AddTest {\n  ${tests}${more}}\n`;
const rust = '#[test]\nfn adds() {\n    assert_eq!(add(1), 2);\n}\n';

type Row = [what: string, path: string, before: string, after: string];

const others: Row[] = [
  [
    'a main program',
    'src/test/java/AddTest.java',
    java(''),
    java('public static void main(String[] args) {\n    System.exit(0);\n  }\n'),
  ],
  [
    'a class that no runner is told of',
    'src/test/java/Stress.java',
    'class Stress {\n  void start() {\n    run();\n  }\n}\n',
    'class Stress {\n  void start() {\n    run();\n    System.exit(0);\n  }\n}\n',
  ],
  [
    'the primary of a cluster',
    'test/add.test.js',
    js,
    `if (!cluster.isPrimary) {\n  work();\n  process.exit(0);\n}\n${js}`,
  ],
  ['a worker', 'test/add.test.js', js, `if (!isMainThread) {\n  work();\n  process.exit();\n}\n${js}`],
  ['a function that nobody calls', 'test/add.test.js', js, `function unused() {\n  process.exit(0);\n}\n${js}`],
  ['a program by its name', 'tests/test_add.py', py, `${py}\nif __name__ == "__main__":\n    sys.exit(0)\n`],
  [
    'a fork',
    'tests/test_add.py',
    py,
    `def child():\n    pid = os.fork()\n    if pid == 0:\n        os._exit(0)\n\n${py}    child()\n`,
  ],
  [
    'a helper process',
    'add_test.go',
    go,
    `${go}\nfunc TestHelperProcess(t *testing.T) {\n\tif os.Getenv("WANT_HELPER_PROCESS") != "1" {\n\t\treturn\n\t}\n\tos.Exit(0)\n}\n`,
  ],
  [
    'a child',
    'tests/add.rs',
    rust,
    `${rust}#[test]\nfn child() {\n    if env::var("IS_CHILD").is_ok() {\n        std::process::exit(0);\n    }\n    assert!(spawn());\n}\n`,
  ],
  [
    'a TestMain that hands m on',
    'add_test.go',
    go,
    `${go}\nfunc TestMain(m *testing.M) {\n\tleak.VerifyTestMain(m)\n}\n`,
  ],
  ['a TestMain that runs', 'add_test.go', go, `${go}\nfunc TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n`],
];

const ends: Row[] = [
  [
    'a test',
    'src/test/java/AddTest.java',
    java(''),
    java('@BeforeAll\n  static void start() {\n    System.exit(0);\n  }\n'),
  ],
  [
    'a base class',
    'src/test/java/Base.java',
    'class Base {\n  @BeforeEach\n  void start() {\n    run();\n  }\n}\n',
    'class Base {\n  @BeforeEach\n  void start() {\n    System.exit(0);\n  }\n}\n',
  ],
  ['a file of tests', 'test/add.test.js', js, `process.exit(0);\n${js}`],
  ['a helper that is loaded', 'test/helper.js', 'exports.a = 1;\n', 'exports.a = 1;\nprocess.exit(0);\n'],
  [
    'a function that tests call',
    'test/add.test.js',
    js,
    `function end() {\n  process.exit(0);\n}\n${js.replace('expect', 'end();\n  expect')}`,
  ],
  [
    'a hook',
    'tests/conftest.py',
    'import sys\n',
    'import sys\n\n\ndef pytest_sessionstart(session):\n    sys.exit(0)\n',
  ],
  ['a condition that says nothing', 'test/add.test.js', js, `if (failed > 0) process.exit(0);\n${js}`],
  ['a TestMain that runs nothing', 'add_test.go', go, `${go}\nfunc TestMain(m *testing.M) {\n\tsetUp()\n}\n`],
  [
    'a test of its own',
    'tests/add.rs',
    rust,
    rust.replace('    assert_eq', '    std::process::exit(0);\n    assert_eq'),
  ],
];

describe('an exit with success', () => {
  test.each(others)('does not count as ending the tests: %s', async (_, path, before, after) => {
    expect(await changed([[path, before, after]])).not.toContain('test-run-tampered');
  });

  test.each(ends)('ends the tests: %s', async (_, path, before, after) => {
    expect(await blocking({ path, before, after })).toContain('test-run-tampered');
  });

  test('only warns if it depends on the platform', async () => {
    const after = `if (process.platform === 'win32') process.exit(0);\n${js}`;
    expect(await changed([['test/add.test.js', js, after]])).toContain('test-run-tampered');
    expect(await blocking({ path: 'test/add.test.js', before: js, after })).toEqual([]);
  });
});
