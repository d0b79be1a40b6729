import { expect, test } from 'vitest';
import type { Expectation, RegressionType } from '../findings/regression-types.ts';
import { expectationOf, significant } from './expectation.ts';

type Row = [task: string, type: RegressionType, names: string[], expected: Expectation | null];

test.each<Row>([
  ['raise the coverage', 'coverage_regression', [], null],
  ['raise the coverage of the parser to 90 %', 'coverage_regression', ['src/parser.js'], null],
  ['coverage above 80 %', 'coverage_regression', [], null],
  ['keep the coverage as it is. Remove the legacy parser', 'coverage_regression', ['src/parser.js'], null],
  ['lower the coverage threshold to 70', 'coverage_regression', [], 'reduces-checks'],
  ['exclude generated files from coverage', 'coverage_regression', [], 'reduces-checks'],
  ['ignore src/legacy in the coverage report', 'coverage_regression', [], 'reduces-checks'],
  ['the coverage threshold is to be relaxed', 'coverage_regression', [], 'reduces-checks'],
])('coverage: %s', (task, type, names, expected) => {
  expect(expectationOf(task, type, names)).toBe(expected);
});

test.each<Row>([
  ['make the tests pass', 'test_deletion', ['parses dates'], null],
  ['fix the failing tests', 'test_deletion', ['parses dates'], null],
  ['delete the duplicate tests of the date parser', 'test_deletion', ['parses dates'], 'reduces-checks'],
  ['prune test cases that nobody needs', 'test_deletion', ['anything'], 'reduces-checks'],
  ['remove the legacy parser', 'test_deletion', ['legacyParser reads dates'], 'removes-feature'],
  ['remove the legacy parser', 'test_deletion', ['adds numbers'], null],
  ['skip the flaky upload test', 'test_skipping', ['upload'], 'reduces-checks'],
  ['mark the upload test as expected to fail', 'test_skipping', ['upload'], 'reduces-checks'],
  ['make the upload test pass', 'test_skipping', ['upload'], null],
  ['loosen the assertions on rounding', 'assertion_weakening', ['rounds'], 'reduces-checks'],
  ['update the snapshots', 'assertion_weakening', ['renders'], 'reduces-checks'],
  ['make the rounding exact', 'assertion_weakening', ['rounds'], null],
  ['rename getUser to fetchUser', 'assertion_weakening', ['getUser'], 'reduces-checks'],
  ['fix the expectation in test/a.test.js', 'assertion_weakening', ['test/a.test.js'], 'reduces-checks'],
  ['fix the expectation in test/a.test.js', 'assertion_weakening', ['test/b.test.js'], null],
])('tests: %s (%s, %s)', (task, type, names, expected) => {
  expect(expectationOf(task, type, names)).toBe(expected);
});

test.each<Row>([
  ['remove the XML exporter', 'feature_removal', ['exportXML'], 'removes-feature'],
  ['remove the XML exporter', 'feature_removal', ['renderChart'], null],
  ['add an XML exporter', 'feature_removal', ['exportXML'], null],
  ['disable gift wrapping', 'feature_removal', ['wrapGift'], 'removes-feature'],
  ['turn off the XML exporter', 'feature_removal', ['exportXML'], 'removes-feature'],
  ['disable gift wrapping', 'feature_removal', ['exportXML'], null],
  ['disable gift wrapping', 'test_deletion', ['wrapGift'], null],
  ['remove unused code', 'feature_removal', ['renderChart'], 'removes-feature'],
  ['drop dead code', 'feature_removal', ['renderChart'], 'removes-feature'],
  ['Revert "add the chart"', 'feature_removal', ['anything'], 'removes-feature'],
  ['turn off the strict check of types', 'validation_bypass', ['tsconfig.json'], 'reduces-checks'],
  ['allow empty names without an error', 'validation_bypass', ['checkName'], 'reduces-checks'],
  ['make the lint pass', 'validation_bypass', ['eslint.config.js'], null],
  ['suppress the deprecation warnings', 'error_suppression', ['main'], 'reduces-checks'],
  ['ignore errors of the cache', 'error_suppression', ['cache'], 'reduces-checks'],
  ['handle errors of the cache', 'error_suppression', ['cache'], null],
  ['remove the cache', 'error_suppression', ['cache'], null],
])('source: %s (%s, %s)', (task, type, names, expected) => {
  expect(expectationOf(task, type, names)).toBe(expected);
});

test('what follows from a removal needs no common word; without a task nothing is asked for', () => {
  expect(expectationOf('remove the XML exporter', 'feature_removal', ['toTags'], true)).toBe('removes-feature');
  expect(expectationOf(undefined, 'feature_removal', ['exportXML'])).toBeNull();
  expect(expectationOf('', 'test_deletion', ['a'])).toBeNull();
});

test.each<[string, string[]]>([
  ['isURLSameOrigin', ['isurlsameorigin', 'urlsame', 'origin']],
  ['parseUploads', ['parseupload', 'parse', 'upload']],
  ['the tests of a file', []],
])('words that can name a thing: %s', (text, words) => {
  expect(significant(text)).toEqual(words);
});
