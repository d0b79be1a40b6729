import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row, Seed } from './seed.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SUITE = 'test/seeds';

/** The test files of a seed, `<number>-….test.ts`, and the keys of their stories. */
export function suiteOf({ number }: Seed): { files: string[]; keys: string[] } {
  const files = readdirSync(join(ROOT, SUITE))
    .filter((entry) => entry.startsWith(`${number}-`) && entry.endsWith('.test.ts'))
    .sort();
  const source = files.map((file) => readFileSync(join(ROOT, SUITE, file), 'utf8')).join('\n');
  return { files, keys: [...source.matchAll(/\bstory\(\s*'([^']+)'/g)].map(([, key = '']) => key) };
}

/** `docs/seeds.md`: what was asked for, where it lives, which test shows it, and what differs. */
export function seedsPage(seeds: readonly Seed[]): string {
  return `${[INTRODUCTION, ...seeds.map(seedText)].join('\n\n')}\n`;
}

const INTRODUCTION = `# The seeds, requirement by requirement

Jumar was asked for in five documents, its seeds. Each requirement of them is a row: where it lives, the test that shows it, and
what differs, with the reason. SPEC is the product's rule book; where it and a seed disagree, SPEC holds.

Generated from \`test/seeds\` by \`node scripts/seeds-table.mjs\`; do not edit.`;

function seedText(seed: Seed): string {
  const suite = suiteOf(seed);
  const tested = `Tests: ${suite.files.map((file) => `[${file}](../${SUITE}/${file})`).join(', ')}.`;
  const parts = Object.entries(seed.parts).map(([title, rows]) => partText(title, rows, new Set(suite.keys)));
  return [`## ${seed.number}: ${seed.title}`, tested, ...parts].join('\n\n');
}

function partText(title: string, rows: Record<string, Row>, tested: ReadonlySet<string>): string {
  const lines = Object.entries(rows).map(([key, row]) => {
    const cells = [row.requirement, livesText(row), testText(key, row, tested), row.deviation ?? ''];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const head = '| requirement | lives in | test | deviation, and why |\n|---|---|---|---|';
  return `### ${title}\n\n${head}\n${lines.join('\n')}`;
}

function livesText({ lives }: Row): string {
  return [lives]
    .flat()
    .map((path) => `[${path.replace(/^src\//, '')}](../${path})`)
    .join(', ');
}

function testText(key: string, { later }: Row, tested: ReadonlySet<string>): string {
  if (tested.has(key)) return `\`${key}\``;
  return later ? `later: ${later}` : '**none**';
}
