import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerptOf, plainText } from '../dist/core/index.js';
import { table } from './support.mjs';

export const title = 'Excerpts of failing runs';

const LIMIT = 500;
const folder = 'test/fixtures/runners';

/** Recorded outputs of real runners; what a person would look for in each was written down by hand beside them. */
export async function measure() {
  const rows = JSON.parse(readFileSync(join(folder, 'excerpts.json'), 'utf8'));
  const measured = rows.map((row) => {
    const output = plainText(readFileSync(join(folder, row.file), 'utf8')).trim();
    const excerpt = excerptOf(output, LIMIT);
    const needed = tailHolding(output, [row.assertion, row.written ?? row.location]);
    const inTail = [...output].slice(-LIMIT).join('');
    return {
      row,
      output: [...output].length,
      excerpt: [...excerpt].length,
      needed,
      holds: excerpt.includes(row.assertion) && excerpt.includes(row.location),
      tailHolds: inTail.includes(row.assertion) && inTail.includes(row.written ?? row.location),
    };
  });
  const held = measured.filter(({ holds }) => holds).length;
  const shorter = measured.filter(({ excerpt, needed }) => excerpt < needed).length;
  const tails = measured.filter(({ tailHolds }) => tailHolds).length;
  const summary = `What the next prompt shows of a failing run, within ${LIMIT} characters. Excerpts that hold the assertion and its place: ${held} of ${rows.length}; plain tails of the same length: ${tails} of ${rows.length}. Shorter than the raw tail that holds both: ${shorter} of ${rows.length}. The layouts were written for these outputs; other projects may do worse.`;
  return { summary, details: details(measured) };
}

function details(measured) {
  return `*Raw tail needed*: how many of the last characters of the output, without colours, hold the assertion and the place of the failure. An output that fits the limit stays as it is. The length of a shown source line (80 characters) was set after the row of bun came out too long.

${table(
  ['runner', 'output', 'raw tail needed', 'excerpt', 'assertion and place in it', `in the last ${LIMIT} characters`],
  measured.map(({ row, output, needed, excerpt, holds, tailHolds }) => [
    row.runner,
    output,
    needed,
    excerpt,
    holds ? 'yes' : 'no',
    tailHolds ? 'yes' : 'no',
  ]),
)}`;
}

function tailHolding(text, parts) {
  const first = Math.min(...parts.map((part) => text.lastIndexOf(part)));
  if (first < 0) throw new Error(`the output does not hold ${parts.join(' and ')}`);
  return [...text.slice(first)].length;
}
