import { expect, test } from 'vitest';
import { formatBy } from './output.ts';

const endings = { md: 'md', xml: 'junit' };

test.each([
  [undefined, undefined],
  ['-', undefined],
  ['report', undefined],
  ['out.d/report', undefined],
  ['.hidden', undefined],
  ['a.b.XML', 'junit'],
])('%s asks for %s', (file, format) => {
  expect(formatBy(file, endings)).toBe(format);
});

test('an unknown extension is rejected with a list of formats', () => {
  expect(() => formatBy('report.pdf', endings)).toThrow('unknown format for report.pdf');
});
