import { type Section, splitSections } from './overlay-parts.ts';

const TEST_TARGET = /^\s*\[\[\s*(?:test|bench)\s*\]\]/;
const PROFILE = /^\s*\[\s*profile\s*\.\s*(?:test|bench)\b/;
/** In other sections: which tests a target has, and by what they are run. */
const JUDGING_KEY = /^\s*(?:auto(?:tests|benches)|test|doctest|bench|harness)\s*=/;
const HAS_JUDGING_KEYS = /^\s*\[{1,2}\s*(?:package|lib|bin|example)\s*\]{1,2}/;

/**
 * The agent's Cargo.toml with the baseline's test targets, and with its word on which tests the other targets have. Null if those
 * are unchanged.
 */
export function overlayCargo(baseline: string, current: string): string | null {
  const [before, after] = [splitSections(baseline), splitSections(current)];
  if (judgingText(before) === judgingText(after)) return null;
  const counts = new Map<string, number>();
  const others = after.filter((section) => !isJudging(section)).map((section) => withKeysOf(before, section, counts));
  const targets = before.filter(isJudging).map(({ text }) => text);
  return `${[...others, ...targets].map((text) => text.trimEnd()).join('\n\n')}\n`;
}

const isJudging = ({ head }: Section) => TEST_TARGET.test(head) || PROFILE.test(head);
const linesOf = ({ text }: Section) => text.split('\n');
const keysIn = (section: Section | undefined) =>
  section && HAS_JUDGING_KEYS.test(section.head) ? linesOf(section).filter((line) => JUDGING_KEY.test(line)) : [];

/** The keys of the section with the same head; of several, of the one in the same place. */
function withKeysOf(before: readonly Section[], section: Section, counts: Map<string, number>): string {
  if (!HAS_JUDGING_KEYS.test(section.head)) return section.text;
  const head = section.head.replace(/\s/g, '');
  const place = counts.get(head) ?? 0;
  counts.set(head, place + 1);
  const old = before.filter((one) => one.head.replace(/\s/g, '') === head)[place];
  const [first = '', ...rest] = linesOf(section).filter((line) => !JUDGING_KEY.test(line));
  return [first, ...keysIn(old), ...rest].join('\n');
}

/** Comments, spaces and the order of keys say nothing. */
function judgingText(sections: readonly Section[]): string {
  const plain = (line: string) => line.replace(/#.*/, '').replace(/\s/g, '');
  return sections
    .flatMap((section) => {
      const lines = isJudging(section) ? linesOf(section) : keysIn(section);
      const kept = lines.map(plain).filter((line) => line !== '');
      return kept.length > 0 ? [`${plain(section.head)}${kept.sort().join()}`] : [];
    })
    .sort()
    .join('\n');
}
