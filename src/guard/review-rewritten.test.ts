import { describe, expect, test } from 'vitest';
import { edit, inBothStances } from '../../test/support/guard/judge.ts';
import type { Change } from './finding/types.ts';

/** A disabled check blocks in a review if it is a small edit, and warns if its file was rewritten around it. */

const total = 'def test_total():\n    made = total([1, 2])\n    assert made == 3\n';
const other = 'def test_other():\n    assert other(1) == 1\n';
const lines = (n: number): string =>
  Array.from({ length: n }, (_, i) => `    assert other(${i + 2}) == ${i + 2}\n`).join('');
const suite = (first: string, more = 0): string => `import pytest\n\n\n${first}\n\n${other}${lines(more)}`;
const elsewhere = edit('tests/test_more.py', other, other + lines(70));

describe.each<[pattern: string, first: string, agent: string]>([
  ['assertion-weakened', total.replace('made == 3', 'made > 0'), 'high'],
  ['assertion-trivial', total.replace('made == 3', 'made == made'), 'critical'],
  [
    'assertion-swallowed',
    total.replace(
      '    assert made == 3',
      '    try:\n        assert made == 3\n    except AssertionError:\n        pass',
    ),
    'critical',
  ],
  ['test-expected-failure', `@pytest.mark.xfail\n${total}`, 'high'],
  ['test-uncollected', total.replace('test_total', 'check_total'), 'critical'],
])('%s', (pattern, first, agent) => {
  const path = 'tests/test_total.py';
  test.each<[string, Change[], string]>([
    ['blocks as a small edit', [edit(path, suite(total), suite(first))], agent],
    ['blocks next to another new assertion', [edit(path, suite(total), suite(first, 1))], agent],
    ['warns if its file was rewritten', [edit(path, suite(total), suite(first, 30))], 'medium'],
    ['warns if the tests were reworked elsewhere', [edit(path, suite(total), suite(first)), elsewhere], 'medium'],
  ])('%s', async (_, changes, review) => {
    expect(await inBothStances(pattern, ...changes)).toEqual({ agent, review });
  });
});

test('a weaker assertion must be almost the only edit', async () => {
  const weaker = total.replace('made == 3', 'made > 0');
  const change = edit('tests/test_total.py', suite(total), suite(weaker, 12));
  expect(await inBothStances('assertion-weakened', change)).toEqual({ agent: 'high', review: 'medium' });
});

describe('tests that a conftest ignores', () => {
  test.each([
    ['', 'collect_ignore = ["test_total.py"]\n', 'critical'],
    ['', 'collect_ignore = []\n', 'none'],
    ['', 'import sys\n\nif sys.version_info < (3, 12):\n    collect_ignore = ["test_695.py"]\n', 'none'],
  ])('%j → %j', async (before, after, agent) => {
    expect((await inBothStances('test-skipped', edit('tests/conftest.py', before, after))).agent).toBe(agent);
  });
});

describe('a test that was commented out', () => {
  const path = 'tests/test_total.py';
  const commented = total.replace(/^/gm, '# ');
  test.each<[string, Change[], string]>([
    ['blocks if the rest of its file is unchanged', [edit(path, suite(total), suite(commented))], 'critical'],
    ['blocks if other files are edited', [edit(path, suite(total), suite(commented)), elsewhere], 'critical'],
    ['warns if its file was rewritten', [edit(path, suite(total), suite(commented, 30))], 'medium'],
    [
      'blocks if its file was only renamed',
      [edit(path, suite(total), null), edit('tests/test_sums.py', null, suite(commented))],
      'critical',
    ],
  ])('%s', async (_, changes, review) => {
    expect(await inBothStances('test-commented-out', ...changes)).toEqual({ agent: 'critical', review });
  });
});

describe('an ignored failure', () => {
  const workflow = (run: string, more = 0): string =>
    `jobs:\n  checks:\n    steps:\n      - run: ${run}\n${Array.from({ length: more }, (_, i) => `      - run: deploy part-${i}\n`).join('')}`;
  const path = '.github/workflows/ci.yml';
  test.each([
    ['blocks as a small edit', 0, 'high'],
    ['warns if its workflow was rewritten', 30, 'medium'],
  ])('%s', async (_, more, review) => {
    const change = edit(path, workflow('npm test'), workflow('npm test || true', more));
    expect(await inBothStances('failure-ignored', change)).toEqual({ agent: 'high', review });
  });
});

describe('the tests of an abstract Java class', () => {
  const base = (heading: string): string =>
    `${heading} AbstractDaoTests {\n  @Test\n  void saves() {\n    Job job = dao().save(new Job("a"));\n    assertEquals("a", job.name());\n  }\n}\n`;
  const path = 'src/test/java/AbstractDaoTests.java';
  test('block if it has one, and if it is not abstract', async () => {
    const subclass = edit(
      'src/test/java/JdbcDaoTests.java',
      'class JdbcDaoTests extends AbstractDaoTests {\n  Dao dao() {\n    return new JdbcDao();\n  }\n}\n',
      null,
    );
    const both = { agent: 'critical', review: 'critical' };
    expect(await inBothStances('test-file-deleted', edit(path, base('abstract class'), null), subclass)).toEqual(both);
    expect(await inBothStances('test-file-deleted', edit(path, base('class'), null))).toEqual(both);
  });
});

test('a Java assertion subject that is stored asserts something later, one that is dropped asserts nothing', async () => {
  const file = (body: string): string =>
    `class StreamTest {\n  @Test\n  void holds() {\n    Stream one = open();\n    ${body}\n  }\n}\n`;
  const path = 'src/test/java/StreamTest.java';
  const before = file('assertThat(one).containsExactly("a");');
  const stored = file('StreamSubject subject = assertThat(one);\n    subject.containsExactly("a");');
  expect(await inBothStances('assertion-trivial', edit(path, before, stored))).toEqual({
    agent: 'none',
    review: 'none',
  });
  const dropped = edit(path, before, file('assertThat(one);'));
  expect((await inBothStances('assertion-trivial', dropped)).agent).toBe('critical');
});

test.each([
  ['mvn assembly:single', 'none'],
  ['mvn -B deploy', 'none'],
  ['mvn -B verify', 'high'],
  ['./gradlew build', 'high'],
])('a workflow that ran %s', async (command, expected) => {
  const workflow = `jobs:\n  one:\n    steps:\n      - run: ${command}\n`;
  const found = await inBothStances('check-removed', edit('.github/workflows/one.yml', workflow, null));
  expect(found).toEqual({ agent: expected, review: expected });
});
