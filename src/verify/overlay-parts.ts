type Json = { [key: string]: unknown };

/** Keys of a package.json by which its tests are run or configured. */
const JUDGING_KEYS = ['jest', 'mocha', 'ava', 'nyc', 'c8', 'tap', 'jasmine', 'vitest', 'wireit', 'babel', 'workspaces'];
/** Sections of pyproject.toml and setup.cfg that configure tests. */
const JUDGING_SECTION = /^\s*\[{1,2}\s*(?:tool[.:](?:pytest|coverage|tox|nox|hatch\.envs|pdm\.scripts|poe)|coverage:)/;

/**
 * The package.json that an agent left, with the baseline's scripts, test configuration and names of modules in it; null where these are
 * as they were, or one of the two is no JSON. Scripts that are new stay, but for those that npm would run around an old one; so do new
 * names of modules, and those whose file went.
 */
export function overlaidPackage(
  baseline: string,
  current: string,
  isGone: (target: string) => boolean = () => false,
): string | null {
  const [before, after] = [parsed(baseline), parsed(current)];
  if (!before || !after) return before ? baseline : null;
  const [old, now] = [tree(before.scripts), tree(after.scripts)];
  const kept = Object.entries(now).filter(([name]) => {
    const around = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    return name in old || !(around && around in old);
  });
  const scripts = { ...Object.fromEntries(kept), ...old };
  const result: Json = { ...after, ...(Object.keys(scripts).length > 0 ? { scripts } : {}) };
  for (const key of JUDGING_KEYS) {
    if (key in before) result[key] = before[key];
    else delete result[key];
  }
  for (const key of ['imports', 'exports']) {
    const names = overlaidNames(before[key], after[key], isGone);
    if (names !== undefined) result[key] = names;
  }
  return same(result, after) ? null : `${JSON.stringify(result, null, 2)}\n`;
}

/** What a test imports by such a name is what it was, or the name would lead it past its own helpers. */
function overlaidNames(before: unknown, after: unknown, isGone: (target: string) => boolean): unknown {
  const kept = Object.entries(named(before)).filter(([, to]) => !targetsIn(to).some(isGone));
  const now = named(after);
  return kept.every(([name, to]) => same(to, now[name])) ? after : { ...now, ...Object.fromEntries(kept) };
}

/** `exports` may be the target of the package itself. */
function named(value: unknown): Json {
  if (value === undefined || value === null) return {};
  const entries = tree(value);
  const isMap = !Array.isArray(value) && Object.keys(entries).some((name) => /^[.#]/.test(name));
  return isMap ? entries : { '.': value };
}

function targetsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(tree(value)).flatMap(targetsIn);
}

/** The same for files with `[sections]`, of which some configure tests; the others are left as the agent made them. */
export function overlaidSections(baseline: string, current: string): string | null {
  const [before, after] = [sections(baseline), sections(current)];
  const isJudging = ({ head }: Section) => JUDGING_SECTION.test(head);
  const wanted = before.filter(isJudging).map(({ text }) => text);
  if (
    wanted.join('\n').trim() ===
    after
      .filter(isJudging)
      .map(({ text }) => text)
      .join('\n')
      .trim()
  )
    return null;
  const others = after.filter((section) => !isJudging(section)).map(({ text }) => text);
  return `${[...others, ...wanted].map((text) => text.trimEnd()).join('\n\n')}\n`;
}

interface Section {
  head: string;
  text: string;
}

function sections(text: string): Section[] {
  const found: Section[] = [{ head: '', text: '' }];
  for (const line of text.split('\n')) {
    if (/^\s*\[{1,2}[^\]]+\]{1,2}\s*(?:[#;].*)?$/.test(line)) found.push({ head: line, text: '' });
    const last = found.at(-1) as Section;
    last.text += `${line}\n`;
  }
  return found.filter((section) => section.text.trim() !== '');
}

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function tree(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Whatever the order of keys. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
