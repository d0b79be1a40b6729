import { expect, test } from 'vitest';
import { changed, fires, quiet } from '../../../test/support/guard/judge.ts';
import { go, java, paths, py, rust, ts } from '../../../test/support/guard/sources.ts';

const cut = (source: string, start: string, end: string, put = ''): string => {
  const from = source.indexOf(start);
  const to = source.indexOf(end, from) + end.length;
  return source.slice(0, from) + put + source.slice(to);
};
const comment = (source: string, start: string, end: string, mark: string): string => {
  const from = source.indexOf(start);
  const to = source.indexOf(end, from) + end.length;
  return source.slice(0, from) + source.slice(from, to).replace(/^(?=.)/gm, mark) + source.slice(to);
};

fires('export-removed', [
  ['a function', paths.ts, ts, cut(ts, 'export async function save', '\n}\n')],
  ['a used private function', paths.ts, ts, cut(ts, 'function helper', '\n}\n')],
  ['a function', paths.py, py, cut(py, 'def save', 'flush()\n')],
  ['a method', paths.py, py, cut(py, '    def total', 'sum(amounts)\n')],
  ['a function', paths.go, go, cut(go, 'func Save', '\n}\n')],
  ['a function', paths.rust, rust, cut(rust, 'pub fn save', '\n}\n')],
  ['a method', paths.java, java, cut(java, '  public void save', '\n  }\n')],
  [
    'an assigned function',
    'lib/app.js',
    'app.use = function use(fn) {\n  this.stack.push(fn);\n  return this;\n};\n\napp.get = function get(name) {\n  return this.settings[name];\n};\n',
    'app.use = function use(fn) {\n  this.stack.push(fn);\n  return this;\n};\n',
  ],
]);

fires('function-stubbed', [
  [
    'not implemented',
    paths.ts,
    ts,
    cut(ts, '  const text = JSON', '  await store.flush();\n', "  throw new Error('Not implemented');\n"),
  ],
  [
    'return undefined',
    paths.ts,
    ts,
    cut(ts, '  const text = JSON', '  await store.flush();\n', '  return undefined;\n'),
  ],
  [
    'a text for a result',
    paths.ts,
    ts,
    cut(ts, '  const text = JSON', '  await store.flush();\n', "  return 'placeholder';\n"),
  ],
  [
    'an error that is returned',
    paths.go,
    go,
    cut(go, '\ttext, err := encode', 'text)\n', '\treturn errors.New("todo")\n'),
  ],
  ['emptied', paths.ts, ts, cut(ts, '  const text = JSON', '  await store.flush();\n', '  // TODO\n')],
  ['pass', paths.py, py, cut(py, '    text = json', 'flush()\n', '    pass\n')],
  ['NotImplementedError', paths.py, py, cut(py, '    text = json', 'flush()\n', '    raise NotImplementedError\n')],
  ['a constant', paths.py, py, cut(py, '        amounts =', 'sum(amounts)\n', '        return 0\n')],
  ['ellipsis', paths.py, py, cut(py, '        amounts =', 'sum(amounts)\n', '        ...\n')],
  ['panic', paths.go, go, cut(go, '\ttext, err := encode', 'text)\n', '\tpanic("not implemented")\n')],
  ['return nil', paths.go, go, cut(go, '\ttext, err := encode', 'text)\n', '\treturn nil\n')],
  ['todo!()', paths.rust, rust, cut(rust, '    let text = encode', 'flush()\n', '    todo!()\n')],
  ['unimplemented!()', paths.rust, rust, cut(rust, '    let text = encode', 'flush()\n', '    unimplemented!()\n')],
  ['Ok(())', paths.rust, rust, cut(rust, '    let text = encode', 'flush()\n', '    Ok(())\n')],
  [
    'Unsupported',
    paths.java,
    java,
    cut(java, '    String text', 'flush();\n', '    throw new UnsupportedOperationException();\n'),
  ],
  ['emptied', paths.java, java, cut(java, '    String text', 'flush();\n')],
]);

fires('feature-commented-out', [
  ['line comments', paths.ts, ts, comment(ts, 'export async function save', '\n}\n', '// ')],
  ['hashes', paths.py, py, comment(py, 'def save', 'flush()\n', '# ')],
  ['line comments', paths.go, go, comment(go, 'func Save', '\n}\n', '// ')],
  ['line comments', paths.rust, rust, comment(rust, 'pub fn save', '\n}\n', '// ')],
  [
    'block comment',
    paths.java,
    java,
    cut(
      java,
      '  public void save',
      '\n  }\n',
      `/*${java.slice(java.indexOf('  public void save'), java.indexOf('  private String'))}*/\n`,
    ),
  ],
]);

fires('function-unreachable', [
  ['return first', paths.ts, ts, ts.replace('  const text = JSON', '  return;\n  const text = JSON')],
  ['return first', paths.py, py, py.replace('    text = json', '    return None\n    text = json')],
  ['return first', paths.go, go, go.replace('\ttext, err := encode', '\treturn nil\n\ttext, err := encode')],
  [
    'return first',
    paths.rust,
    rust,
    rust.replace('    let text = encode', '    return Ok(());\n    let text = encode'),
  ],
]);

const long = Array.from({ length: 12 }, (_, i) => `  const step${i} = input.part${i} + ${i};`).join('\n');
fires('function-gutted', [
  [
    'most of a body',
    'src/a.ts',
    `export function a(input: Input): number {\n${long}\n  return step0 + step11 + input.base;\n}\n`,
    'export function a(input: Input): number {\n  return input.base;\n}\n',
  ],
]);

test.each(Object.entries({ ts, py, go, rust, java }))('a deleted source file is reported: %s', async (name, source) => {
  expect(await changed([[paths[name as keyof typeof paths], source, null]])).toContain('source-file-deleted');
});

quiet('a refactoring', [
  ['a private function renamed', paths.ts, ts, ts.replaceAll('helper', 'twice')],
  ['a private function renamed', paths.go, go, go.replaceAll('encode', 'encoded')],
  ['a public function renamed', paths.py, py, py.replace('def save', 'def store_order')],
  [
    'a private, unused function removed',
    paths.java,
    java.replace('encode(order)', 'order.text()'),
    cut(java.replace('encode(order)', 'order.text()'), '  private String encode', '\n  }\n'),
  ],
  [
    'inlined',
    paths.go,
    go,
    cut(go, 'func encode', '\n}\n')
      .replace(
        '\ttext, err := encode(order)\n\tif err != nil {\n\t\treturn err\n\t}\n',
        '\tout := fmt.Sprintf("%s:%d", order.ID, order.Total)\n',
      )
      .replace('order.ID, text', 'order.ID, out'),
  ],
  [
    'extracted',
    paths.py,
    py,
    py.replace(
      '    text = json.dumps(order)\n    store.write(order.id, text)\n    store.flush()\n',
      '    _write(order, store)\n\n\ndef _write(order, store):\n    text = json.dumps(order)\n    store.write(order.id, text)\n    store.flush()\n',
    ),
  ],
  ['reordered', paths.rust, rust, cut(rust, 'fn encode', '\n}\n') + rust.slice(rust.indexOf('fn encode'))],
  ['documented', paths.java, java, java.replace('  public int of', '  /** Net price plus tax. */\n  public int of')],
  [
    'a function added',
    paths.ts,
    ts,
    `${ts}\nexport function gross(net: number): number {\n  return price(net, 'DE');\n}\n`,
  ],
  [
    'a body that speaks of placeholders',
    'src/errors.ts',
    'export function shown(error: Shown): string {\n  const text = JSON.stringify(error, null, 2);\n  return text;\n}\n',
    'export function shown(error: Shown): string {\n  return JSON.stringify(resolvePlaceholder(error, NAME), null, 2);\n}\n',
  ],
  [
    'a list that holds one',
    'src/imports.ts',
    "export function wanted(): Import[] {\n  return [{ from: FACADE, symbol: 'placeholder' }, { from: './end.json', symbol: 'end' }];\n}\n",
    "export function wanted(): Import[] {\n  return [{ from: FACADE, symbol: 'placeholder' }];\n}\n",
  ],
  [
    'types that were declared for others',
    'typeshed/formatter.pyi',
    'class Writer:\n    def send(self) -> None: ...\n\ndef test(file: str | None = None) -> None: ...\n',
    'class Writer: ...\n',
  ],
  [
    'an abstract method',
    'shop/base.py',
    'class Base:\n    @abstractmethod\n    def run(self):\n        raise NotImplementedError\n',
    'class Base:\n    @abstractmethod\n    def run(self, fast):\n        raise NotImplementedError\n',
  ],
]);

test('functions moved to another file are not lost', async () => {
  const saved = ts.slice(ts.indexOf('export async function save'), ts.indexOf('function helper'));
  expect(
    await changed([
      [paths.ts, ts, ts.replace(saved, '')],
      ['src/save.ts', null, saved],
    ]),
  ).toEqual([]);
  expect(
    await changed([
      [paths.java, java, null],
      ['src/main/java/shop/money/Price.java', null, java.replace('package shop', 'package shop.money')],
    ]),
  ).toEqual([]);
});
