import { dirname, extname, join } from 'node:path/posix';

export interface ProbedSource {
  /** Functions by which the program can call the work. */
  imported: ReadonlySet<string>;
  write(calls: readonly string[]): { path: string; text: string; command: string };
}

/** A program that imports what the test file imports of the project, and prints a digest of every call's result. */
export function probeProgram(path: string, text: string, marker: string): ProbedSource {
  const isGo = path.endsWith('.go');
  const place = join(dirname(path), `probe_${marker}${isGo ? '_test.go' : extname(path)}`);
  const language = isGo ? go(path, text, marker) : path.endsWith('.py') ? python(text) : javascript(text);
  const { imports, imported, program, run } = language;
  return {
    imported,
    write: (calls) => ({ path: place, text: program(imports, calls, marker), command: run(place) }),
  };
}

interface Language {
  imports: string[];
  imported: ReadonlySet<string>;
  program(imports: readonly string[], calls: readonly string[], marker: string): string;
  run(path: string): string;
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
    run: (path) => `node ${quotedWord(path)}`,
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
    run: (path) => `python3 -B ${quotedWord(path)}`,
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

const GO_OTHERS = /\b(?:func|type)\s+(\w+)|^\s*(\w+)\s*:?=/gm;
const GO_BUILTIN =
  /^(?:append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover)$/;

/** A test of the same package. What the test file itself defines is no work. */
function go(path: string, text: string, marker: string): Language {
  const own = new Set([...text.matchAll(GO_OTHERS)].map(([, first, second]) => first ?? second));
  const words = [...text.matchAll(/(?<![\w.])([A-Za-z]\w*)\(/g)].map(([, name = '']) => name);
  const name = `TestProbe${marker}`;
  return {
    imports: [/^package\s+\w+/m.exec(text)?.[0] ?? ''],
    imported: new Set(words.filter((word) => !own.has(word) && !GO_BUILTIN.test(word))),
    run: () => `go test -count=1 -v -run '^${name}$' ${quotedWord(`./${dirname(path)}`)}`,
    program: (all, calls) => `${all.join('\n')}

import (
	"fmt"
	"hash/crc32"
	"testing"
)

func ${name}(t *testing.T) {
	value := func(call func() interface{}) (text string) {
		defer func() {
			if recover() != nil {
				text = "threw"
			}
		}()
		return fmt.Sprintf("%#v", call())
	}
	line := "\\n${marker}"
	for _, call := range []func() interface{}{
${calls.map((call) => `\t\tfunc() interface{} { return ${call} },`).join('\n')}
	} {
		line += fmt.Sprintf(" %x", crc32.ChecksumIEEE([]byte(value(call)))%1679616)
	}
	fmt.Println(line)
}
`,
  };
}

const quotedWord = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;
