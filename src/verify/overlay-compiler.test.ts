import { expect, test } from 'vitest';
import { overlaidCompiler } from './overlay-compiler.ts';

const STRICT =
  '{\n  // as strict as can be\n  "compilerOptions": { "strict": true, "lib": ["es2020"], },\n  "include": ["src/**/*"],\n}\n';

test.each<[string, unknown, unknown]>([
  [
    'is as strict as it was, and keeps what the work needs',
    { compilerOptions: { strict: false, skipLibCheck: true, lib: ['es2022'], jsx: 'react' }, include: ['src/**/*'] },
    { compilerOptions: { strict: true, lib: ['es2022'], jsx: 'react' }, include: ['src/**/*'] },
  ],
  [
    'looks at the files that it looked at',
    { compilerOptions: { strict: true }, include: ['src/a.ts'], exclude: ['src'] },
    { compilerOptions: { strict: true }, include: ['src/**/*'] },
  ],
  [
    'is left alone where only the rest changed',
    { include: ['src/**/*'], compilerOptions: { lib: [], strict: true } },
    null,
  ],
])('%s', (_, after, expected) => {
  const text = overlaidCompiler(STRICT, JSON.stringify(after));
  expect(text && JSON.parse(text)).toEqual(expected);
});

test('what cannot be read any more is laid over whole', () => {
  expect(overlaidCompiler(STRICT, 'oops')).toBe(STRICT);
  expect(overlaidCompiler('oops', '{}')).toBe(null);
});
