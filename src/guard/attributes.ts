import picomatch from 'picomatch';

export interface AttributesFile {
  /** `.gitattributes`, in any folder. */
  path: string;
  text: string;
}

const MARKS = { 'linguist-generated': 'generated', 'linguist-vendored': 'vendored' } as const;
export type Mark = (typeof MARKS)[keyof typeof MARKS];

interface Rule {
  matches(path: string): boolean;
  mark: Mark;
  isSet: boolean;
}

/** What a repository says of its own files in `.gitattributes`; of rules for the same mark the last counts, the deepest file last. */
export function readMarks(files: readonly AttributesFile[]): (path: string) => Mark | null {
  const rules = [...files].sort((a, b) => a.path.length - b.path.length).flatMap(rulesIn);
  return (path) => {
    for (const mark of Object.values(MARKS))
      if (rules.findLast((rule) => rule.mark === mark && rule.matches(path))?.isSet) return mark;
    return null;
  };
}

function rulesIn({ path, text }: AttributesFile): Rule[] {
  const folder = path.slice(0, -'.gitattributes'.length);
  return text.split('\n').flatMap((line) => {
    const [pattern, ...attributes] = line.trim().split(/\s+/);
    if (!pattern || /^[#!"[]/.test(pattern) || pattern.endsWith('/')) return [];
    const isMatch = picomatch(pattern.replace(/^\//, ''), { dot: true, basename: !pattern.includes('/') });
    const matches = (one: string) => one.startsWith(folder) && isMatch(one.slice(folder.length));
    return attributes.flatMap((attribute): Rule[] => {
      const [, off, name, value] = /^([-!]?)([\w-]+)(?:=(.*))?$/.exec(attribute) ?? [];
      if (!name || !Object.hasOwn(MARKS, name)) return [];
      return [{ matches, mark: MARKS[name as keyof typeof MARKS], isSet: off === '' && value !== 'false' }];
    });
  });
}
