import { describe, expect, test } from 'vitest';
import { blocking, changed } from '../../test/support/guard/judge.ts';

const path = 'tests/test_rates.py';
const table = (...rows: string[]): string => `import pytest
from shop.rates import rate


@pytest.mark.parametrize(
    "country, expected",
    [
${rows.map((row) => `        ${row},\n`).join('')}    ],
)
def test_rates(country, expected):
    assert rate(country) == expected
`;
const xfail = (values: string): string => `pytest.param(${values}, marks=pytest.mark.xfail(reason="later"))`;
const one = (marks: string, holder = ''): string => `import pytest


${holder}class TestRates:
${marks}    def test_rates(self):
        assert rate("de") == 19
`;

describe('a mark on a row of a table', () => {
  test('disables a row that ran', async () => {
    const before = table('("de", 19)', '("fr", 20)');
    expect(await blocking({ path, before, after: table('("de", 19)', xfail('"fr", 20')) })).toEqual([
      'test-expected-failure',
    ]);
    const skipped = table('("de", 19)', 'pytest.param("fr", 20, marks=[pytest.mark.skip])');
    expect(await blocking({ path, before, after: skipped })).toEqual(['test-skipped']);
  });

  test('also disables a row that was reworded in the same change', async () => {
    const after = table('("de", 19)', xfail('"FR", 20'));
    expect(await blocking({ path, before: table('("de", 19)', '("fr", 20)'), after })).toContain(
      'test-expected-failure',
    );
  });

  test('disables the test if every row has one', async () => {
    const before = table('("de", 19)', '("fr", 20)');
    expect(await blocking({ path, before, after: table(xfail('"de", 19'), xfail('"fr", 20')) })).toContain(
      'test-expected-failure',
    );
  });

  test.each([
    ['came with its row', table('("de", 19)'), table('("de", 19)', xfail('"fr", 20'))],
    [
      'was there in the old form',
      table('("de", 19)', 'pytest.mark.xfail(("fr", 20))'),
      table('("de", 19)', xfail('"fr", 20')),
    ],
    ['is removed', table('("de", 19)', xfail('"fr", 20')), table('("de", 19)', '("fr", 20)')],
    [
      'was on a test that became a row',
      'import pytest\n\ndef test_rates():\n    assert rate("de") == 19\n\n@pytest.mark.xfail\ndef test_rates_of_france():\n    assert rate("fr") == 20\n',
      table('("de", 19)', xfail('"fr", 20')),
    ],
  ])('disables nothing if it %s', async (_, before, after) => {
    expect(await changed([[path, before, after]])).toEqual([]);
  });
});

describe('a second mark', () => {
  const mark = '    @pytest.mark.xfail(reason="checks that it runs", strict=True)\n';
  test('on a test that was already disabled changes nothing', async () => {
    const after = one(mark, '@pytest.mark.requires_network\n');
    expect(await changed([[path, one(mark), after]])).toEqual([]);
  });

  test('on a test that ran under a condition disables it', async () => {
    const holder = '@pytest.mark.requires_network\n';
    expect(await blocking({ path, before: one('', holder), after: one(mark, holder) })).toEqual([
      'test-expected-failure',
    ]);
  });
});

test('removing a disabled row is not a loss', async () => {
  const table = (rows: string[]): string =>
    `import pytest\n\n\n@pytest.mark.parametrize("n", [\n${rows.map((row) => `    ${row},\n`).join('')}])\ndef test_half(n):\n    assert half(n) * 2 == n\n`;
  const disabledRow = 'pytest.param(7, marks=pytest.mark.skip(reason="odd"))';
  const path = 'tests/test_half.py';
  expect(await changed([[path, table(['2', '4', disabledRow]), table(['2', '4'])]])).toEqual([]);
  expect(await changed([[path, table(['2', '4', '8']), table(['2', '4'])]])).toEqual(['test-rows-dropped']);
});
