import { basename, dirname, join } from 'node:path/posix';
import { setsUpTests } from './judge-files.ts';
import { resolveScript } from './module-imports.ts';

/** Whether it may name modules that a test runner loads. */
export function mayLoad(path: string): boolean {
  return (
    setsUpTests(basename(path)) ||
    /^(?:package\.json|pyproject\.toml|setup\.cfg|vite\.config\.\w+)$/.test(basename(path))
  );
}

/** The modules that a runner loads because its configuration names them: set-up files, plugins, environments, reporters. */
export function loadedBySetUp(path: string, text: string): string[] {
  const folder = dirname(path);
  const modules = [
    ...[...text.matchAll(PLUGIN_OPTION)].map(([, name = '']) => name),
    ...[...text.matchAll(PLUGIN_LIST)].flatMap(([, list = '']) => stringsIn(list)),
  ];
  const files = [...text.matchAll(LOADS)].flatMap(([, list = '']) => stringsIn(list));
  return [
    ...modules.flatMap((name) => {
      const module = name.replaceAll('.', '/');
      return ['.', 'src', 'lib', folder].flatMap((place) => [
        join(place, `${module}.py`),
        join(place, module, '__init__.py'),
      ]);
    }),
    ...files.flatMap((name) => resolveScript(join(folder, name.replace(/^<rootDir>\//, '')))),
  ];
}

const PLUGIN_OPTION = /(?:^|[\s"'=])-p[\s=]?\s*(?!no:)([A-Za-z_][\w.]*)/gm;
const PLUGIN_LIST = /\bpytest_plugins\s*=\s*(\[[^\]]*\]|\([^)]*\)|["'][^"'\n]*["'])/g;
const LOADS =
  /["']?\b(?:setupFiles(?:After(?:Env|Each))?|globalSetup|globalTeardown|testEnvironment|environment|runner|testRunner|reporters?|snapshotSerializers|snapshotEnvironment|resolver|transform|require|import|file)\b["']?\s*[:=]\s*(\[[^\]]*\]|\{[^}]*\}|[\w.]+\([^)]*\)|["'`][^"'`\n]+["'`]|[./][^\s,]+)/g;

function stringsIn(list: string): string[] {
  const quoted = [...list.matchAll(/(["'`])([^"'`\n]+)\1/g)].map(([, , text = '']) => text);
  return quoted.length > 0 ? quoted : [list];
}
