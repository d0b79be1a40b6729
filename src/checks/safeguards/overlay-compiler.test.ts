import { expect, test } from 'vitest';
import { overlayCompiler } from './overlay-compiler.ts';

const STRICT =
  '{\n  // as strict as can be\n  "compilerOptions": { "strict": true, "lib": ["es2020"], },\n  "include": ["src/**/*"],\n}\n';

test.each<[string, unknown, unknown]>([
  [
    'keeps the old strictness and the other changes',
    { compilerOptions: { strict: false, skipLibCheck: true, lib: ['es2022'], jsx: 'react' }, include: ['src/**/*'] },
    { compilerOptions: { strict: true, lib: ['es2022'], jsx: 'react' }, include: ['src/**/*'] },
  ],
  [
    'keeps the old file selection',
    { compilerOptions: { strict: true }, include: ['src/a.ts'], exclude: ['src'] },
    { compilerOptions: { strict: true }, include: ['src/**/*'] },
  ],
  [
    'is left alone if only the rest changed',
    { include: ['src/**/*'], compilerOptions: { lib: [], strict: true } },
    null,
  ],
])('%s', (_, after, expected) => {
  const text = overlayCompiler(STRICT, JSON.stringify(after));
  expect(text && JSON.parse(text)).toEqual(expected);
});

test('a file that can no longer be parsed is overlaid completely', () => {
  expect(overlayCompiler(STRICT, 'oops')).toBe(STRICT);
  expect(overlayCompiler('oops', '{}')).toBe(null);
});
