import { dirname, extname, join } from 'node:path/posix';

export interface ProbedSource {
  /** Functions by which the program can call the work. */
  imported: ReadonlySet<string>;
  write(calls: readonly string[]): { path: string; text: string; command: string };
}

/** A program that imports what the test file imports of the project, and prints a digest of every call's result. */
export function probeProgram(path: string, text: string, marker: string): ProbedSource {
  const place = join(dirname(path), `probe_${marker}${extname(path)}`);
  const { imports, imported, program, run } = path.endsWith('.py') ? python(text) : javascript(text);
  return {
    imported,
    write: (calls) => ({ path: place, text: program(imports, calls, marker), command: `${run} ${quotedPath(place)}` }),
  };
}

interface Language {
  imports: string[];
  imported: ReadonlySet<string>;
  program(imports: readonly string[], calls: readonly string[], marker: string): string;
  run: string;
}

const JS_IMPORT =
  /^(?:import\s[^;'"]*?\sfrom\s*['"]\.[^'"]*['"]|(?:const|let|var)\s[^;=]*=\s*require\(\s*['"]\.[^'"]*['"]\s*\));?/gm;
const JS_NAMES = /\{([^}]*)\}/;

function javascript(text: string): Language {
  const imports = [...text.matchAll(JS_IMPORT)].map(([statement]) => statement);
  const names = imports.flatMap((statement) => (JS_NAMES.exec(statement)?.[1] ?? '').split(','));
  return {
    imports,
    imported: new Set(
      names
        .map(
          (name) =>
            name
              .split(/\sas\s|:/)
              .at(-1)
              ?.trim() ?? '',
        )
        .filter(Boolean),
    ),
    run: 'node',
    program: (all, calls, marker) => `${all.join('\n')}
const digest = (text) => [...text].reduce((sum, one) => (sum * 31 + one.codePointAt(0)) % 1679616, 7).toString(36);
const value = async (call) => {
  try {
    return JSON.stringify((await call()) ?? null) ?? 'nothing';
  } catch (error) {
    return 'threw ' + (error && error.name);
  }
};
(async () => {
  const all = [${calls.map((call) => `() => ${call}`).join(', ')}];
  const values = [];
  for (const call of all) values.push(digest(await value(call)));
  console.log(['\\n${marker}', ...values].join(' '));
})();
`,
  };
}

const PY_IMPORT = /^from\s+([\w.]+)\s+import\s+([\w, \t]+)$/gm;
const PY_LIBRARIES = /^(?:pytest|unittest|typing|collections|math|decimal|datetime|__future__)\b/;

function python(text: string): Language {
  const found = [...text.matchAll(PY_IMPORT)].filter(([, module = '']) => !PY_LIBRARIES.test(module));
  const names = found.flatMap(([, , list = '']) => list.split(','));
  return {
    imports: found.map(([statement]) => statement.trim()),
    imported: new Set(
      names
        .map(
          (name) =>
            name
              .split(/\sas\s/)
              .at(-1)
              ?.trim() ?? '',
        )
        .filter(Boolean),
    ),
    run: 'python3 -B',
    program: (all, calls, marker) => `import os, sys, zlib
sys.path[:0] = [os.getcwd(), os.path.join(os.getcwd(), "src")]
${all.join('\n')}

def _value(call):
    try:
        return repr(call())
    except Exception as error:
        return "threw " + type(error).__name__

_calls = [${calls.map((call) => `lambda: ${call}`).join(', ')}]
print("\\n${marker} " + " ".join(format(zlib.crc32(_value(one).encode()) % 1679616, "x") for one in _calls))
`,
  };
}

const quotedPath = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;
