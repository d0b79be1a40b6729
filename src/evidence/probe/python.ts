import { dirname, join } from 'node:path/posix';
import { field, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { insertAt } from '../returning.ts';
import {
  CALL_MS,
  MAX_CALL_CHARS,
  type ProbedFile,
  type ProbedLanguage,
  type ProbedUse,
  REPLAY_MS,
} from './probed-file.ts';

/** Calls of what a test file imports from modules of the snapshot. */
export const python: ProbedLanguage = {
  uses(file) {
    const { functions, modules } = boundNames(file);
    const uses: ProbedUse[] = [];
    walk(file.root, (node) => {
      const name = nameOf(node, functions, modules);
      if (name) uses.push({ name, node });
    });
    return uses;
  },
  record({ root }, uses, marker) {
    const edits = uses.flatMap(({ name, node }) => [
      insertAt(node.start, `${marker}(${JSON.stringify(name)}, `),
      insertAt(node.end, ')'),
    ]);
    return { edits: [...edits, insertAt(startOfCode(root), recorder(marker))] };
  },
  replay({ root }, names, calls, marker) {
    const kept = root.children.filter(isKept).map(textOf);
    const works = names.map((name) => `${JSON.stringify(name)}: lambda *a, **k: ${name}(*a, **k)`);
    return `${kept.join('\n')}\n${replayer(marker, works, JSON.stringify(JSON.stringify(calls)))}`;
  },
};

function nameOf(node: SyntaxNode, functions: ReadonlySet<string>, modules: ReadonlySet<string>): string | null {
  const isCalled = node.field === 'function' && node.parent?.type === 'call';
  if (node.type === 'identifier') {
    const isUse = isCalled || node.parent?.type === 'argument_list';
    return isUse && functions.has(textOf(node)) ? textOf(node) : null;
  }
  return node.type === 'attribute' && isCalled && modules.has(textOf(field(node, 'object'))) ? textOf(node) : null;
}

function boundNames({ root, path, paths }: ProbedFile) {
  const [functions, modules] = [new Set<string>(), new Set<string>()];
  for (const node of root.children) {
    if (node.type === 'import_statement') {
      for (const one of named(node)) {
        const of = textOf(field(one, 'name') ?? one);
        if (isOwn(of, path, paths)) modules.add(textOf(field(one, 'alias') ?? one));
      }
    }
    if (node.type === 'import_from_statement' && isOwn(textOf(field(node, 'module_name')), path, paths)) {
      for (const one of node.children.filter((part) => part.field === 'name')) {
        const name = textOf(field(one, 'alias') ?? one);
        functions.add(name);
        modules.add(name);
      }
    }
  }
  return { functions, modules };
}

/** A module of the snapshot: from its root, from `src`, or from beside the test or one of the folders above it. */
function isOwn(module: string, path: string, paths: ReadonlySet<string>): boolean {
  if (module.startsWith('.')) return true;
  const [first = ''] = module.split('.');
  const folders = [
    '',
    'src',
    ...dirname(path)
      .split('/')
      .map((_, at, all) => all.slice(0, at + 1).join('/')),
  ];
  return folders.some((folder) => paths.has(join(folder, `${first}.py`)) || hasFolder(join(folder, first), paths));
}

function hasFolder(folder: string, paths: ReadonlySet<string>): boolean {
  for (const path of paths) if (path.startsWith(`${folder}/`) && path.endsWith('.py')) return true;
  return false;
}

/** Imports, and what they need: where modules are looked for. */
const isKept = (node: SyntaxNode) =>
  /^(?:import_statement|import_from_statement|future_import_statement)$/.test(node.type) ||
  /\bsys\.path\b/.test(textOf(node));

/** Behind the docstring and the imports of the future, which must come first. */
function startOfCode(root: SyntaxNode): number {
  const first = root.children.find((node, at) => {
    const isText = at === 0 && node.type === 'expression_statement' && node.children[0]?.type === 'string';
    return !isText && node.type !== 'comment' && node.type !== 'future_import_statement';
  });
  return first?.start ?? root.file.source.length;
}

const recorder = (marker: string) => `def ${marker}(name, work):
    import inspect
    import json
    import os
    if not callable(work) or inspect.isclass(work) or hasattr(work, "assert_called"):
        return work

    def write(value):
        if value is None or isinstance(value, (bool, str)):
            return value
        if type(value) is int:
            return value
        if type(value) is float and value == value and abs(value) != float("inf"):
            return {"$": "float", "v": int(value)} if value == int(value) else value
        if type(value) is list:
            return [write(one) for one in value]
        if type(value) in (tuple, set):
            return {"$": type(value).__name__, "v": [write(one) for one in value]}
        if type(value) is dict and all(type(key) is str for key in value):
            return {key: write(one) for key, one in value.items()}
        if type(value) is dict:
            return {"$": "dict", "v": [[write(key), write(one)] for key, one in value.items()]}
        raise TypeError(type(value))

    def recorded(*args, **kwargs):
        try:
            values = [write(one) for one in args]
            if kwargs:
                values.append({"$": "kwargs", "v": {key: write(one) for key, one in kwargs.items()}})
            line = json.dumps({"f": name, "a": values})
            if len(line) < ${MAX_CALL_CHARS}:
                with open(os.environ["${marker}"], "a") as file:
                    file.write("${marker} " + line + "\\n")
        except Exception:
            pass
        return work(*args, **kwargs)

    return recorded


`;

const replayer = (marker: string, works: readonly string[], calls: string) => `
def ${marker}():
    import asyncio
    import inspect
    import itertools
    import json
    import os
    import re
    import signal
    import time
    import zlib

    works = {${works.join(', ')}}
    calls = json.loads(${calls})

    class Late(BaseException):
        pass

    def stop(*_):
        raise Late()

    def read(value):
        if isinstance(value, list):
            return [read(one) for one in value]
        if not isinstance(value, dict):
            return value
        kind, inner = value.get("$"), value.get("v")
        if kind == "float":
            return float(inner)
        if kind in ("tuple", "set"):
            return {"tuple": tuple, "set": set}[kind](read(one) for one in inner)
        if kind == "dict":
            return {read(key): read(one) for key, one in inner}
        return {key: read(one) for key, one in value.items()}

    def token(value):
        if inspect.iscoroutine(value):
            value = asyncio.run(value)
        if inspect.isgenerator(value) or isinstance(value, (map, filter, zip, range)):
            value = list(itertools.islice(value, 200))
        if value is None or value != value:
            return "u"
        if isinstance(value, bool):
            return "b" + str(value)
        if isinstance(value, (int, float)):
            return "n" + (str(int(value)) if abs(value) < 1e15 and value == int(value) else repr(value))
        if callable(value) and not isinstance(value, type):
            return "-"
        if isinstance(value, (set, frozenset)):
            value = sorted(value, key=repr)
        text = repr(value)
        if re.search(r" at 0x[0-9a-f]+", text):
            state = getattr(value, "__dict__", None)
            text = repr(sorted(state.items())) if state else ""
            if not text or " at 0x" in text:
                return "-"
        return ("s" if isinstance(value, str) else "o") + format(zlib.crc32(text.encode("utf-8", "replace")), "x")

    until = time.time() + ${REPLAY_MS / 1000}

    def make(name, inputs):
        if time.time() > until:
            return "-"
        timed = hasattr(signal, "setitimer")
        try:
            values, names = [read(one) for one in inputs], {}
            if inputs and isinstance(inputs[-1], dict) and inputs[-1].get("$") == "kwargs":
                values, names = values[:-1], read(inputs[-1]["v"])
            if timed:
                signal.setitimer(signal.ITIMER_REAL, ${CALL_MS / 1000})
            result = works[name](*values, **names)
            words = re.findall(r"[^\\W\\d_]{3,}", json.dumps(inputs, ensure_ascii=False).lower())
            repeats = isinstance(result, str) and any(word in result.lower() for word in words)
            return token(result) + ("!" if repeats else "")
        except Late:
            return "-"
        except Exception as error:
            return "t" + type(error).__name__
        finally:
            if timed:
                signal.setitimer(signal.ITIMER_REAL, 0)

    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, stop)
    rows = [[make(call["f"], call["a"])] for call in calls]
    for row, call in reversed(list(zip(rows, calls))):
        row.append(make(call["f"], call["a"]))
    for at in range(max([len(call["v"]) for call in calls] + [0])):
        for row, call in zip(rows, calls):
            if at < len(call["v"]):
                row.append(make(call["f"], call["v"][at]))
    with open(os.environ["${marker}"], "a") as file:
        for row, call in zip(rows, calls):
            file.write(" ".join(["${marker}", str(call["n"])] + row) + "\\n")


${marker}()
`;
