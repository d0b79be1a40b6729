import { expect, test } from 'vitest';
import { overlayCargo } from './overlay-cargo.ts';

const baseline =
  '[package]\nname = "fees"\nversion = "1.0.0"\n\n[lib]\ndoctest = true\n\n[dependencies]\nlog = "0.4"\n';

test.each<[what: string, current: string]>([
  ['nothing of it', baseline],
  ['a version and a dependency', baseline.replace('1.0.0', '1.1.0').replace('"0.4"', '"0.4"\nserde = "1"')],
  ['comments and order', `# fees\n${baseline.replace('doctest = true', 'path = "src/fees.rs"\ndoctest=true # here')}`],
])('%s changes what judges: no', (_, current) => {
  expect(overlayCargo(baseline, current)).toBeNull();
});

test('test targets and switches are those of the baseline, the rest is the agent’s', () => {
  const current = `${baseline
    .replace('version = "1.0.0"', 'version = "2.0.0"\nautotests = false')
    .replace('doctest = true', 'test = false')}
[[test]]
name = "fees"
path = "easy/fees.rs"
`;
  expect(overlayCargo(baseline, current)).toBe(
    '[package]\nname = "fees"\nversion = "2.0.0"\n\n[lib]\ndoctest = true\n\n[dependencies]\nlog = "0.4"\n',
  );
});

test('a test target that was taken away is back', () => {
  const target = '[[test]]\nname = "all"\nharness = false\n';
  expect(overlayCargo(`${baseline}\n${target}`, baseline)).toContain(target);
});
