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
  return `What the next prompt is shown of a failing run, within ${LIMIT} characters. *Raw tail needed*: how many of the last characters of
the same output, colours already gone, it takes to hold the assertion and the place of the failure; where the whole output fits the limit it is kept as it is.

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
)}

Excerpts that hold both: ${held} of ${rows.length}; plain tails of the same length: ${tails} of ${rows.length}. Shorter than the raw tail needed: ${shorter} of ${rows.length}.

The layouts were written with these very outputs in view, and how much of a source line is shown (80 characters) was set after bun's row had come out too long: the
table shows that they are understood, not how other projects' outputs fare.`;
}

function tailHolding(text, parts) {
  const first = Math.min(...parts.map((part) => text.lastIndexOf(part)));
  if (first < 0) throw new Error(`the output does not hold ${parts.join(' and ')}`);
  return [...text.slice(first)].length;
}
