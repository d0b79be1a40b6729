import { diagnosesIn } from './diagnoses.ts';
import type { Block, Failure, Layout } from './failure.ts';
import { layouts } from './layouts.ts';
import { isContext, isForeign, isFrame, isPointed, isUninformative, placeIn, pointedSource } from './lines.ts';

/** Longer lines are cut: the beginning says enough, and patterns stay fast. */
const MAX_LINE = 2000;

/**
 * The failures in an output, in its order: those of test runners, else those of
 * compilers, linters and uncaught errors. Takes plain text; empty if nothing is understood. Linear in the text.
 */
export function failuresIn(text: string): Failure[] {
  const lines = text.split('\n').map((line) => line.slice(0, MAX_LINE).trimEnd());
  const claimed = claims(lines);
  const found = claimed.map(({ block, layout }) => failureOf(lines.slice(block.start, block.end), block.name, layout));
  const named = new Set<string>();
  const once = found.filter(({ title }) => !named.has(title) && named.add(title));
  const places = new Set(once.map(({ location }) => location).filter((place) => place !== null));
  // A file that could not be loaded is a failed test without a place: what stopped it stands elsewhere.
  if (places.size > 0 && !once.some(saysNothing)) return once;
  return [...diagnosesIn(lines).filter(({ location }) => !places.has(location ?? '')), ...once];
}

/** What node:test says of a file whose process failed. */
function saysNothing({ location, message }: Failure): boolean {
  return location === null && message.length === 1 && /^(?:error: )?'test failed'$/.test(message[0] ?? '');
}

function claims(lines: readonly string[]): { block: Block; layout: Layout }[] {
  const claimed = new Uint8Array(lines.length);
  const found: { block: Block; layout: Layout }[] = [];
  for (const layout of layouts) {
    for (const block of layout.find(lines)) {
      if (claimed.subarray(block.start, block.end).includes(1)) continue;
      claimed.fill(1, block.start, block.end);
      found.push({ block, layout });
    }
  }
  return found.sort((a, b) => a.block.start - b.block.start);
}

function failureOf(block: readonly string[], name: string, { keep }: Layout): Failure {
  const [heading = '', ...rest] = titleFirst(withoutSource(block), name);
  const body = keep && rest.some((line) => keep.test(line)) ? rest.filter((line) => keep.test(line)) : rest;
  const frames = body.filter((line) => isFrame(line) && !isForeign(line));
  const own = frames.find((line) => placeIn(line) !== null);
  const subtitle = body[0] && /^\s{5,}.*:$/.test(body[0]) && !isFrame(body[0]) ? body[0].trim().slice(0, -1) : null;
  const message = body.filter(
    (line, index) =>
      !(subtitle !== null && index === 0) &&
      !isFrame(line) &&
      !isForeign(line) &&
      !isContext(line) &&
      !isPointed(line) &&
      !isUninformative(line),
  );
  const title = subtitle !== null ? `${heading} ${subtitle}` : titled(heading, name);
  const place = own ? placeIn(own) : placeIn([...message, heading].find((line) => placeIn(line) !== null) ?? '');
  return {
    name: subtitle === null ? name : `${name} ${subtitle}`,
    title,
    message: unindented(message.map((line) => line.replace(/^E {2,7}/, ''))),
    location: place,
    source: pointedSource(body),
  };
}

/** Includes the lines above a failure that name it. */
function titled(heading: string, name: string): string {
  const outer = name.split(' › ')[0] ?? '';
  return heading.includes(outer) ? heading : `${heading} (in ${outer})`;
}

/** Without the source that node-tap quotes: the block below `source: |`. */
function withoutSource(block: readonly string[]): string[] {
  const at = block.findIndex((line) => /^\s*source: \|-?$/.test(line));
  if (at === -1) return [...block];
  const indent = indentOf(block[at] ?? '');
  const after = block.findIndex((line, index) => index > at && line !== '' && indentOf(line) <= indent);
  return [...block.slice(0, at), ...(after === -1 ? [] : block.slice(after))];
}

/** The heading without the rules, numbers and marks around it; it may be the block's last line. */
function titleFirst(block: readonly string[], name: string): string[] {
  const last = name.split(' › ').at(-1) ?? name;
  const at = Math.max(
    0,
    block.findIndex((line) => line.includes(last)),
  );
  const heading = (block[at] ?? '')
    .trim()
    .replace(/^_{3,} | _{3,}$|^---- | stdout ----$| ─+$|^\[ERROR\] +/g, '')
    .replace(/^=== (?:RUN|CONT|NAME) +/, '--- FAIL: ')
    .replace(/ -- Time elapsed.*$/, '')
    .replace(/ \(\d+(?:\.\d+)?m?s\)$| \[[\d.]+ms\]$| # time=.*$/, '');
  return [heading, ...block.slice(0, at), ...block.slice(at + 1)];
}

/** Without the indentation of the first line; what a runner indents less stands at the margin. */
function unindented(lines: readonly string[]): string[] {
  const [first = ''] = lines;
  return lines.map((line) => line.slice(Math.min(indentOf(first), indentOf(line))));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
