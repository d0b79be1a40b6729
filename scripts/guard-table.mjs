// Writes what the docs say of the patterns: the table in docs/guard.md, between its two marks, and docs/patterns/<id>.md.
// Run after `npm run build`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { patterns } from '../dist/guard/patterns/index.js';
import { patternPage } from '../dist/guard/patterns/page.js';
import { patternTable } from '../dist/guard/patterns/table.js';

const docs = new URL('../docs/', import.meta.url);
const file = new URL('guard.md', docs);
const text = readFileSync(file, 'utf8');
writeFileSync(
  file,
  text.replace(
    /(<!-- patterns -->\n)[\s\S]*(<!-- \/patterns -->)/,
    (_, open, close) => `${open}${patternTable()}${close}`,
  ),
);
rmSync(new URL('patterns/', docs), { recursive: true, force: true });
mkdirSync(new URL('patterns/', docs));
for (const pattern of patterns) writeFileSync(new URL(`patterns/${pattern.id}.md`, docs), patternPage(pattern));
