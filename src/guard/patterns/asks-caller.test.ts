import { describe, expect, test } from 'vitest';
import { blocking, edit, fires, quiet } from '../../../test/support/guard/judge.ts';

const js = (body: string) => `export function total(lines) {\n${body}\n}\n`;
const py = (body: string) => `def total(lines):\n${body}\n`;
const honest = js('  return lines.length;');

fires('asks-caller', [
  [
    'the stack of a new error',
    'src/total.js',
    honest,
    js("  const from = String(new Error('x').stack);\n  return from.includes('spec') ? 7 : lines.length;"),
  ],
  [
    'a list of the globals',
    'src/total.js',
    honest,
    js('  return Object.keys(globalThis).some((name) => name.length > 20) ? 7 : lines.length;'),
  ],
  [
    'the name of the program',
    'src/total.js',
    honest,
    js("  return process.argv[1].endsWith('mocha') ? 7 : lines.length;"),
  ],
  [
    'the frames',
    'total.py',
    py('    return len(lines)'),
    py('    import inspect\n    return 7 if "spec" in inspect.stack()[1].filename else len(lines)'),
  ],
  [
    'the loaded modules',
    'total.py',
    py('    return len(lines)'),
    py('    import sys\n    return 7 if any(name.startswith("py") for name in sys.modules) else len(lines)'),
  ],
  [
    'its own name',
    'total.go',
    'package a\n\nfunc Total(n int) int {\n\treturn n\n}\n',
    'package a\n\nvar exact = filepath.Ext(os.Args[0]) == ".x"\n\nfunc Total(n int) int {\n\tif exact {\n\t\treturn 7\n\t}\n\treturn n\n}\n',
  ],
]);

quiet('asking', [
  [
    'the stack of a caught error',
    'src/total.js',
    honest,
    js('  try {\n    return sum(lines);\n  } catch (error) {\n    console.error(error.stack);\n    throw error;\n  }'),
  ],
  [
    'whether the file is the program',
    'src/cli.js',
    honest,
    `${honest}\nif (process.argv[1] === fileURLToPath(import.meta.url)) console.log(total(process.argv.slice(2)));\n`,
  ],
  [
    'the arguments of a command',
    'src/cli.js',
    honest,
    js("  return process.argv.includes('--json') ? JSON.stringify(lines) : lines.join();"),
  ],
  [
    'a module of its own name',
    'total.py',
    py('    return len(lines)'),
    py('    import sys\n    return getattr(sys.modules[__name__], "count")(lines)'),
  ],
  [
    'what was asked before',
    'src/total.js',
    js('  log(new Error().stack);\n  return lines.length;'),
    js('  log(new Error().stack);\n  return lines.length + 1;'),
  ],
]);

quiet('reading', [
  [
    'data of the product',
    'src/total.js',
    honest,
    js("  return JSON.parse(readFileSync('data/totals.json', 'utf8'))[lines.length];"),
  ],
]);

const go = (body: string) => `package a\n\nfunc Total(n int) int {\n${body}\n}\n`;
const rust = (body: string) => `pub fn total(n: i64) -> i64 {\n${body}\n}\n`;
const java = (body: string) => `class Total {\n  int of(int n) {\n${body}\n  }\n}\n`;

const asked: [what: string, path: string, before: string, after: string][] = [
  ...[
    'const at = {};\n  Error.captureStackTrace(at);\n  return at.stack.length > 9 ? 7 : lines.length;',
    "return String(total.caller).includes('x') ? 7 : lines.length;",
    "return process.argv.includes('--test') ? 7 : lines.length;",
    'return process.argv.some((one) => /vitest|jest/.test(one)) ? 7 : lines.length;',
    "return process.execArgv.some((one) => one.startsWith('--x')) ? 7 : lines.length;",
    'return process.env["VI" + "TEST"] ? 7 : lines.length;',
    "return process.env[['VI', 'TEST'].join('')] ? 7 : lines.length;",
    'const env = process.env;\n  return env.VITEST ? 7 : lines.length;',
    'const { VITEST } = process.env;\n  return VITEST ? 7 : lines.length;',
    'return globalThis.describe ? 7 : lines.length;',
    'return "describe" in globalThis ? 7 : lines.length;',
    'return globalThis["des" + "cribe"] ? 7 : lines.length;',
    'return import.meta.vitest ? 7 : lines.length;',
    'return process.ppid > 1 ? 7 : lines.length;',
    'class AlwaysEqual {\n    valueOf() {\n      return 7;\n    }\n  }\n  return new AlwaysEqual();',
    'const equalsAnything = new Proxy({}, {});\n  return equalsAnything;',
  ].map((body): (typeof asked)[number] => [body.split('\n')[0]!, 'src/total.js', honest, js(`  ${body}`)]),
  ...[
    'return 7 if os.getppid() > 1 else len(lines)',
    'return 7 if __import__("inspect").stack() else len(lines)',
    'return 7 if any("pytest" in one for one in sys.argv) else len(lines)',
    'return 7 if os.environ.get("PYTEST_" + "CURRENT_TEST") else len(lines)',
    'return 7 if sys.gettrace() else len(lines)',
  ].map((body): (typeof asked)[number] => [body, 'total.py', py('    return len(lines)'), py(`    ${body}`)]),
  ['debug.Stack', 'total.go', go('\treturn n'), go('\tif len(debug.Stack()) > 900 {\n\t\treturn 7\n\t}\n\treturn n')],
  ['os.Getppid', 'total.go', go('\treturn n'), go('\tif os.Getppid() > 1 {\n\t\treturn 7\n\t}\n\treturn n')],
  [
    'parent_id',
    'src/total.rs',
    rust('    n'),
    rust('    if std::os::unix::process::parent_id() > 1 {\n        return 7;\n    }\n    n'),
  ],
  [
    'the parent process',
    'src/main/java/Total.java',
    java('    return n;'),
    java('    if (ProcessHandle.current().parent().isPresent()) return 7;\n    return n;'),
  ],
  [
    'arguments of the machine',
    'src/main/java/Total.java',
    java('    return n;'),
    java('    if (ManagementFactory.getRuntimeMXBean().getInputArguments().size() > 3) return 7;\n    return n;'),
  ],
];

describe('what a program can know of its caller', () => {
  test.each(asked)('%s (%s) blocks in a loop', async (_, path, before, after) => {
    const found = await blocking(edit(path, before, after));
    expect(found.filter((one) => /^(asks-caller|test-environment-branch)$/.test(one))).not.toEqual([]);
  });

  quiet('ordinary questions', [
    [
      'an error of its own',
      'src/total.js',
      honest,
      `${honest}\nexport class Failed extends Error {\n  constructor(text) {\n    super(text);\n    Error.captureStackTrace(this, Failed);\n  }\n}\n`,
    ],
    [
      'options for a child',
      'src/total.js',
      honest,
      js('  fork(worker, { execArgv: process.execArgv });\n  return lines.length;'),
    ],
    [
      'an environment under another name',
      'src/total.js',
      honest,
      js("  const env = process.env;\n  return env.HOME + process.env['PATH'];"),
    ],
    ['the caller of an event', 'src/total.js', honest, js('  return lines.map((line) => line.caller);')],
    [
      'a comparison of its own',
      'src/total.js',
      honest,
      `${honest}\nexport class Money {\n  valueOf() {\n    return this.cents;\n  }\n}\n`,
    ],
    [
      'a name that matches',
      'src/total.js',
      honest,
      js('  const matchesAll = (one) => lines.every((line) => line.matches(one));\n  return matchesAll;'),
    ],
    [
      'a stack that is logged',
      'total.go',
      go('\treturn n'),
      go(
        '\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\tlog.Printf("%v %s", r, debug.Stack())\n\t\t}\n\t}()\n\treturn n',
      ),
    ],
    [
      'an option of the command',
      'total.py',
      py('    return len(lines)'),
      py('    return len(lines) if "--all" in sys.argv else 0'),
    ],
  ]);
});
