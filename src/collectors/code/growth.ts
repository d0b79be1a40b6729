import type { GrownFunction } from '../../core/metrics/metrics.ts';
import type { FunctionMeasure } from './measure-source.ts';

type Functions = ReadonlyMap<string, readonly FunctionMeasure[]>;

/** New functions up to this complexity are not reported. */
const NOTABLE = 10;

/** Where complexity grew, largest growth first: functions that became more complex, and new complex ones. */
export function complexityGrowth(before: Functions, after: Functions, limit = 10): GrownFunction[] {
  const grown: GrownFunction[] = [];
  for (const [file, functions] of after) {
    const earlier = new Map(before.get(file)?.map(({ name, complexity }) => [name, complexity]));
    for (const { name, line, complexity } of functions) {
      const from = earlier.get(name) ?? 0;
      if (complexity > from && (from > 0 || complexity > NOTABLE)) {
        grown.push({ file, name, line, from, to: complexity });
      }
    }
  }
  return grown.sort((left, right) => right.to - right.from - (left.to - left.from)).slice(0, limit);
}
