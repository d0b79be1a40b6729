import { expect, test } from 'vitest';
import { parseJsonc } from './jsonc.ts';

test.each<[string, unknown]>([
  ['{"a": 1}', { a: 1 }],
  ['{ // one\n "a": [1, /* two */ 2,], }', { a: [1, 2] }],
  [
    '{"url": "http://a//b", "glob": "src/**/*.ts", "text": ",}"}',
    { url: 'http://a//b', glob: 'src/**/*.ts', text: ',}' },
  ],
  ['{"a": 1', undefined],
  ['oops', undefined],
  ['', undefined],
])('%s', (text, value) => expect(parseJsonc(text)).toEqual(value));
