import { type Fields, fields, fieldsOrEmpty, parseJson } from '../../core/text/foreign-json.ts';

/** Keys of a package.json that run or configure its tests. */
const JUDGING_KEYS = ['jest', 'mocha', 'ava', 'nyc', 'c8', 'tap', 'jasmine', 'vitest', 'wireit', 'babel', 'workspaces'];
/** Sections of pyproject.toml and setup.cfg that configure tests. */
const JUDGING_SECTION = /^\s*\[{1,2}\s*(?:tool[.:](?:pytest|coverage|tox|nox|hatch\.envs|pdm\.scripts|poe)|coverage:)/;

/**
 * The agent's package.json with the baseline's scripts, test configuration and module names (`imports`, `exports`). Null
 * if those are unchanged, or if the baseline is not JSON. New scripts stay, except pre and post scripts of old ones. New
 * module names stay, and so do changed ones whose old file was removed.
 */
export function overlayPackage(
  baseline: string,
  current: string,
  isRemoved: (target: string) => boolean = () => false,
): string | null {
  const [before, after] = [fields(parseJson(baseline)), fields(parseJson(current))];
  if (!before || !after) return before ? baseline : null;
  const [old, now] = [fieldsOrEmpty(before.scripts), fieldsOrEmpty(after.scripts)];
  const remaining = Object.entries(now).filter(([name]) => {
    const wrappedScript = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    return name in old || !(wrappedScript && wrappedScript in old);
  });
  const scripts = { ...Object.fromEntries(remaining), ...old };
  const result: Record<string, unknown> = { ...after, ...(Object.keys(scripts).length > 0 ? { scripts } : {}) };
  for (const key of JUDGING_KEYS) {
    if (key in before) result[key] = before[key];
    else delete result[key];
  }
  for (const key of ['imports', 'exports']) {
    const names = overlayNames(before[key], after[key], isRemoved);
    if (names !== undefined) result[key] = names;
  }
  return isEqual(result, after) ? null : `${JSON.stringify(result, null, 2)}\n`;
}

/** Restores the targets of old names, so that a test still imports its own helpers. */
function overlayNames(before: unknown, after: unknown, isRemoved: (target: string) => boolean): unknown {
  const baselineNames = Object.entries(namesOf(before)).filter(([, to]) => !targetsIn(to).some(isRemoved));
  const now = namesOf(after);
  return baselineNames.every(([name, to]) => isEqual(to, now[name]))
    ? after
    : { ...now, ...Object.fromEntries(baselineNames) };
}

/** `exports` may also be a single target for the package itself. */
function namesOf(value: unknown): Fields {
  if (value === undefined || value === null) return {};
  const entries = fieldsOrEmpty(value);
  const isMap = Object.keys(entries).some((name) => /^[.#]/.test(name));
  return isMap ? entries : { '.': value };
}

function targetsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return (Array.isArray(value) ? value : Object.values(fieldsOrEmpty(value))).flatMap(targetsIn);
}

/** The same for files with `[sections]`: those that configure tests are restored, the others stay as the agent wrote them. */
export function overlaySections(baseline: string, current: string): string | null {
  const [before, after] = [splitSections(baseline), splitSections(current)];
  const isJudging = ({ head }: Section) => JUDGING_SECTION.test(head);
  const baselineSections = before.filter(isJudging).map(({ text }) => text);
  if (
    baselineSections.join('\n').trim() ===
    after
      .filter(isJudging)
      .map(({ text }) => text)
      .join('\n')
      .trim()
  )
    return null;
  const others = after.filter((section) => !isJudging(section)).map(({ text }) => text);
  return `${[...others, ...baselineSections].map((text) => text.trimEnd()).join('\n\n')}\n`;
}

export interface Section {
  head: string;
  text: string;
}

export function splitSections(text: string): Section[] {
  const sections: Section[] = [{ head: '', text: '' }];
  for (const line of text.split('\n')) {
    if (/^\s*\[{1,2}[^\]]+\]{1,2}\s*(?:[#;].*)?$/.test(line)) sections.push({ head: line, text: '' });
    const last = sections.at(-1) as Section;
    last.text += `${line}\n`;
  }
  return sections.filter((section) => section.text.trim() !== '');
}

/** Ignores the order of keys. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
