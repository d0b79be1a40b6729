import { fires, quiet } from '../../../test/support/guard/judge.ts';

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
