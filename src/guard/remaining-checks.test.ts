import { describe, expect, test } from 'vitest';
import { blocking, changed } from '../../test/support/guard/judge.ts';

const body = (language: 'ts' | 'py' | 'go' | 'rs' | 'java', mark: string): string =>
  ({
    ts: `${mark}\nexport function total(list: Item[]): number {\n  return list.reduce((sum, one) => sum + one.price, 0);\n}\n`,
    py: `${mark}\ndef total(items):\n    return sum(item.price for item in items)\n`,
    go: `${mark}\npackage shop\n\nfunc Total(items []Item) int {\n\tsum := 0\n\tfor _, item := range items {\n\t\tsum += item.Price\n\t}\n\treturn sum\n}\n`,
    rs: `${mark}\npub fn total(items: &[Item]) -> i64 {\n    items.iter().map(|item| item.price).sum()\n}\n`,
    java: `package shop;\n\n${mark}\nclass Shop {\n  int total(List<Item> items) {\n    return items.stream().mapToInt(Item::price).sum();\n  }\n}\n`,
  })[language];

const marks = [
  ['ts', 'src/shop.ts', 'src/shop.test.ts', '// @ts-nocheck'],
  ['py', 'shop/total.py', 'tests/test_total.py', '# mypy: ignore-errors'],
  ['go', 'total.go', 'total_test.go', '//nolint:all'],
  ['rs', 'src/total.rs', 'tests/total.rs', '#![allow(warnings)]'],
  ['java', 'src/main/java/Shop.java', 'src/test/java/ShopTest.java', '@SuppressWarnings("all")'],
] as const;

describe('silencing a checker for a file', () => {
  test.each(marks)('blocks in %s if the file was checked (%s)', async (language, source, _, mark) => {
    expect(await blocking({ path: source, before: body(language, ''), after: body(language, mark) })).toEqual([
      'suppression-file',
    ]);
  });

  test.each(marks)('only warns about %s in a test (%s, %s)', async (language, _, path, mark) => {
    const [before, after] = [body(language, ''), body(language, mark)];
    expect(await changed([[path, before, after]])).toContain('suppression-file');
    expect(await blocking({ path, before, after })).toEqual([]);
  });

  test.each(marks)('does not block in %s if nothing was reported before (%s)', async (language, path, _, mark) => {
    expect(await blocking({ path, before: null, after: body(language, mark) })).toEqual([]);
    expect(await blocking({ path, before: '\n', after: body(language, mark) })).toEqual([]);
  });
});

describe('an early exit', () => {
  const path = 'src/error.rs';
  const file = (exit: string): string =>
    `pub fn reference(this: Own) -> Ref {\n    note(&this);\n${exit}    (table(this.pointer).object)(this)\n}\n`;

  test('in only some builds makes nothing unreachable', async () => {
    const after = file('    #[cfg(not(old))]\n    return direct(this);\n\n    #[cfg(old)]\n');
    expect(await blocking({ path, before: file(''), after })).toEqual([]);
  });

  test('in every build does', async () => {
    const after = file('    #[allow(unused)]\n    return direct(this);\n');
    expect(await blocking({ path, before: file(''), after })).toContain('function-unreachable');
  });

  test('applies to assertions too', async () => {
    const test_ = (exit: string): string =>
      `#[test]\nfn adds() {\n    start();\n${exit}    assert_eq!(add(1), 2);\n}\n`;
    const some = test_('    #[cfg(windows)]\n    return;\n');
    expect(await blocking({ path: 'tests/add.rs', before: test_(''), after: some })).toEqual([]);
    const all = test_('    return;\n');
    expect(await blocking({ path: 'tests/add.rs', before: test_(''), after: all })).toContain('test-unreachable');
  });
});

test('a failure that is saved and reported later is not ignored', async () => {
  const path = '.github/workflows/ci.yml';
  const flow = (...lines: string[]): string =>
    `jobs:\n  all:\n    steps:\n      - run: |\n${lines.map((line) => `          ${line}\n`).join('')}`;
  const before = flow('./gradlew check');
  const saved = flow('./gradlew check || echo $? > check.exit', 'stop', 'exit $(cat check.exit)');
  expect(await blocking({ path, before, after: saved })).toEqual([]);
  expect(await blocking({ path, before, after: flow('./gradlew check || echo $? > check.exit', 'stop') })).toEqual([
    'failure-ignored',
  ]);
  expect(
    await blocking({ path, before, after: flow('status=0', './gradlew check || status=$?', 'exit $status') }),
  ).toEqual([]);
  expect(await blocking({ path, before, after: flow('./gradlew check || echo failed') })).toEqual(['failure-ignored']);
});
