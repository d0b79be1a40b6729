import { describe, expect, test } from 'vitest';
import { changed, edit, fires, quiet } from '../../../test/support/guard/judge.ts';
import { isBlocking } from '../../core/findings/blocking.ts';
import { guard } from '../guard.ts';

const ts = `import { load } from './load.ts';

const settings: Settings = load();
export const size = (parcel: Parcel): number => parcel.size;

export function fee(parcel: Parcel): number {
  const base = parcel.weight > 20 ? 9 : 4;
  return base + parcel.insurance;
}
`;
const py = `from typing import cast

SETTINGS: Settings = load()


def size(parcel: Parcel) -> int:
    return parcel.size


def fee(parcel: Parcel) -> int:
    base = 9 if parcel.weight > 20 else 4
    return base + parcel.insurance
`;

const replaced = (text: string, from: string, to: string): string => text.replace(from, () => to);

const evasions: [what: string, path: string, before: string, after: string][] = [
  ['a parameter', 'fee.ts', ts, replaced(ts, 'fee(parcel: Parcel)', 'fee(parcel: any)')],
  ['a constant', 'fee.ts', ts, replaced(ts, 'const base =', 'const base: any =')],
  ['a constant of the file', 'fee.ts', ts, replaced(ts, 'settings: Settings', 'settings: any')],
  ['a cast of the file', 'fee.ts', ts, replaced(ts, '= load()', '= load() as any')],
  ['a cast to never', 'fee.ts', ts, replaced(ts, 'base + parcel.insurance', 'base + (parcel.insurance as never)')],
  ['a cast by way of unknown', 'fee.ts', ts, replaced(ts, '= load()', '= load() as unknown as Settings')],
  ['a very short function', 'fee.ts', ts, replaced(ts, '=> parcel.size', '=> (parcel as any).size')],
  ['a result', 'fee.ts', ts, replaced(ts, 'Parcel): number {', 'Parcel): any {')],
  [
    'a new line of a function',
    'fee.ts',
    ts,
    replaced(ts, '  return base + parcel.', '  const all = parcel as any;\n  return base + all.'),
  ],
  ['a parameter', 'fee.py', py, replaced(py, 'fee(parcel: Parcel)', 'fee(parcel: Any)')],
  ['a variable of the file', 'fee.py', py, replaced(py, 'SETTINGS: Settings', 'SETTINGS: typing.Any')],
  ['a result', 'fee.py', py, replaced(py, 'fee(parcel: Parcel) -> int', 'fee(parcel: Parcel) -> Any')],
  ['a cast', 'fee.py', py, replaced(py, 'base + parcel.insurance', 'base + cast(Any, parcel.insurance)')],
  ['a part of a type', 'fee.py', py, replaced(py, 'SETTINGS: Settings', 'SETTINGS: dict[str, Any]')],
];

describe('code that tells the type checker that anything goes', () => {
  test.each(evasions)(
    '%s (%s) blocks if types are the task, and does not in other work',
    async (_, path, before, after) => {
      const blocks = async (task: string, aims: string[] = []) =>
        (await guard({ changes: [edit(path, before, after)], task, aims })).findings
          .filter(isBlocking)
          .map((one) => one.pattern);
      expect(await blocks('fix the type errors')).toEqual(['any-cast']);
      expect(await blocks('x', ['npx tsc --noEmit'])).toEqual(['any-cast']);
      expect(await blocks('add insurance')).toEqual([]);
    },
  );

  quiet('typed code', [
    [
      'a new function',
      'fee.ts',
      ts,
      `${ts}\nexport function show(value: any): string {\n  return String(value as any);\n}\n`,
    ],
    ['a new type', 'fee.ts', ts, `${ts}\nexport type Call = (...rest: any[]) => void;\n`],
    [
      'an escape that moved',
      'fee.ts',
      replaced(ts, '= load()', '= load() as any'),
      `${replaced(ts, 'const settings: Settings = load();\n', '')}\nconst settings: Settings = load() as any;\n`,
    ],
    ['an escape that went', 'fee.ts', replaced(ts, '= load()', '= load() as any'), ts],
    [
      'a comment and a text',
      'fee.ts',
      ts,
      replaced(ts, '  const base', "  // as any other\n  log('x: any, as any');\n  const base"),
    ],
    ['a name', 'fee.ts', ts, replaced(ts, 'parcel.weight > 20', 'Promise.any && parcel.weight > 20')],
    ['JavaScript has no types', 'fee.js', 'const a = b;\n', 'const a = { b: any };\n'],
    ['an import', 'fee.py', py, replaced(py, 'import cast', 'import cast, Any')],
    ['a new function', 'fee.py', py, `${py}\n\ndef show(value: Any) -> str:\n    return str(value)\n`],
  ]);

  test('an escape in a new function is no way around errors that were there', async () => {
    const after = `${ts}\nexport function show(value: any): string {\n  return String(value);\n}\n`;
    expect(await changed([['fee.ts', ts, after]], 'fix the type errors')).toEqual([]);
  });
});

const tsconfig = (include: string[]): string => JSON.stringify({ compilerOptions: { strict: true }, include }, null, 2);

fires('lint-excluded', [
  ['a new ignore file', '.eslintignore', null, 'dist\nsrc/price.ts\n'],
  ['a type checker for a part', 'tsconfig.json', tsconfig(['src']), tsconfig(['src/ok.ts'])],
  ['a type checker for a folder', 'tsconfig.json', tsconfig(['src/**/*']), tsconfig(['src/core/**/*'])],
  ['mypy for a part', 'mypy.ini', '[mypy]\nfiles = shop\n', '[mypy]\nfiles = shop/ok.py\n'],
  ['pyright for a part', 'pyrightconfig.json', '{ "include": ["shop"] }', '{ "include": ["shop/ok"] }'],
]);

quiet('what is checked', [
  ['an ignore file for what is built', '.eslintignore', null, 'dist\nnode_modules\ncoverage\n'],
  ['more folders', 'tsconfig.json', tsconfig(['src']), tsconfig(['src', 'test'])],
  ['another folder', 'tsconfig.json', tsconfig(['src']), tsconfig(['source'])],
]);

test('an ignore file that comes with its linter takes nothing away', async () => {
  expect(
    await changed([
      ['.eslintignore', null, 'src/vendored.ts\n'],
      ['.eslintrc.json', null, '{ "rules": { "curly": "error" } }'],
    ]),
  ).toEqual([]);
});

test('narrowed settings of a type checker block if types are the task', async () => {
  const change = edit('tsconfig.json', tsconfig(['src']), tsconfig(['src/ok.ts']));
  const { findings } = await guard({ changes: [change], aims: ['npx tsc --noEmit'] });
  expect(findings.filter(isBlocking).map((one) => one.pattern)).toEqual(['lint-excluded']);
});
