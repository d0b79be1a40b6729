import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { analyticsAcross } from '../../core/analytics/comparison.ts';
import { summaryOf } from '../../core/analytics/summary.ts';
import { columnsOf } from './columns.ts';
import { comparisonText } from './comparison-text.ts';

test('columns line up with wide characters', () => {
  const loop = summaryOf(scoredLoop({ baseline: { score: 0.5 }, iterations: [{ score: 0.9 }] }));
  const loops = ['claude', '我的代理程序', '👍'].map((agent) => ({ ...loop, agent }));
  const text = comparisonText(analyticsAcross(loops), 'here', { columns: 100 });
  const rows = text.slice(text.indexOf('By Agent'), text.indexOf('By Task Type')).trimEnd().split('\n').slice(2);
  expect(rows).toHaveLength(4);
  expect(new Set(rows.map(columnsOf)).size).toBe(1);
});
