// Writes the table of patterns in docs/guard.md, between its two marks. Run after `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { patternTable } from '../dist/guard/patterns/table.js';

const file = new URL('../docs/guard.md', import.meta.url);
const text = readFileSync(file, 'utf8');
writeFileSync(
  file,
  text.replace(
    /(<!-- patterns -->\n)[\s\S]*(<!-- \/patterns -->)/,
    (_, open, close) => `${open}${patternTable()}${close}`,
  ),
);
