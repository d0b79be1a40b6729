import { basename, dirname, join } from 'node:path/posix';
import { fields, parseJson } from '../../core/text/foreign-json.ts';
import { setsUpTests } from './judge-files.ts';
import { resolveScript } from './module-imports.ts';

/** Whether it may name modules that a test runner loads. */
export function mayLoad(path: string): boolean {
  const name = basename(path);
  return setsUpTests(name) || /^(?:package\.json|pyproject\.toml|setup\.cfg|vite\.config\.\w+)$/.test(name);
}

/** The modules that a runner loads because its configuration names them: set-up files, plugins, environments, reporters. */
export function loadedBySetUp(path: string, text: string): string[] {
  const folder = dirname(path);
  const files = scriptsIn(basename(path), text).map((name) => name.replace(/^<rootDir>\//, ''));
  return [
    ...pluginsIn(basename(path), text).flatMap((name) => moduleFiles(name, folder)),
    ...files.flatMap((name) => resolveScript(join(folder, name))),
  ];
}

/** Of a manifest, only what configures a runner: `exports` also has a key `import`. */
function scriptsIn(name: string, text: string): string[] {
  const listsIn = (pattern: RegExp, within: string) =>
    [...within.matchAll(pattern)].flatMap(([, list = '']) => stringsIn(list));
  if (name !== 'package.json') return listsIn(name.startsWith('.mocharc') ? MOCHA : LOADS, text);
  const manifest = fields(parseJson(text)) ?? {};
  const of = (...keys: string[]) => JSON.stringify(keys.map((key) => manifest[key] ?? null));
  return [...listsIn(LOADS, of('jest', 'vitest')), ...listsIn(MOCHA, of('mocha', 'ava', 'nyc'))];
}

function pluginsIn(name: string, text: string): string[] {
  const isOfPytest = /\.(?:ini|toml|cfg)$/.test(name);
  const lines = text.split('\n').filter((line) => (isOfPytest ? !/\bmkdir\b/.test(line) : /\bpytest\b/.test(line)));
  const options = lines.flatMap((line) => [...line.matchAll(PLUGIN_OPTION)].map(([, plugin = '']) => plugin));
  return [...options, ...[...text.matchAll(PLUGIN_LIST)].flatMap(([, list = '']) => stringsIn(list))];
}

function moduleFiles(name: string, folder: string): string[] {
  const module = name.replaceAll('.', '/');
  const places = ['.', 'src', 'lib', folder];
  return places.flatMap((place) => [join(place, `${module}.py`), join(place, module, '__init__.py')]);
}

const PLUGIN_OPTION = /(?:^|[\s"'=])-p[\s=]*(?!no:)([A-Za-z_][\w.]*)/g;
const PLUGIN_LIST = /\bpytest_plugins\s*=\s*(\[[^\]]*\]|\([^)]*\)|["'][^"'\n]*["'])/g;
const VALUE = /(\[[^\]]*\]|\{[^}]*\}|[\w.]+\([^)]*\)|["'`][^"'`\n]+["'`]|[./][^\s,]+)/.source;
const KEYS =
  'setupFiles(?:After(?:Env|Each))?|globalSetup|globalTeardown|testEnvironment|environment|runner|testRunner|reporters?|snapshotSerializers|snapshotEnvironment|resolver|transform';
const LOADS = new RegExp(`["']?\\b(?:${KEYS})\\b["']?\\s*[:=]\\s*${VALUE}`, 'g');
const MOCHA = new RegExp(`["']?\\b(?:require|import|file|reporter)\\b["']?\\s*[:=]\\s*${VALUE}`, 'g');

function stringsIn(list: string): string[] {
  const quoted = [...list.matchAll(/(["'`])([^"'`\n]+)\1/g)].map(([, , text = '']) => text);
  return quoted.length > 0 ? quoted : [list];
}
