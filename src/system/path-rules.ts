import picomatch from 'picomatch';

/** Globs that work as in a `.gitignore`: the last match wins. */
export interface PathRules {
  matches(path: string): boolean;
  /** Whether the fixed start of a glob is this folder or something in it. */
  names(folder: string): boolean;
}

/**
 * A glob with a slash is relative to the workspace's root, any other matches at any depth. A folder matches everything
 * in it. `!` excludes what earlier globs matched.
 */
export function pathRules(globs: readonly string[]): PathRules {
  const rules = globs.map(ruleOf).filter((rule) => rule !== null);
  return {
    matches: (path) => rules.findLast((rule) => rule.test(path))?.isIncluded ?? false,
    names: (folder) =>
      rules.some(
        ({ isIncluded, base }) => isIncluded && base !== '' && `${base}/`.startsWith(`${folder.replace(/\/$/, '')}/`),
      ),
  };
}

/** A glob that matches only this path. */
export function literalGlob(path: string): string {
  return `/${path.replace(/[\\*?[\]{}()!+@]/g, '\\$&')}`;
}

/** Converts globs relative to a folder of the workspace to globs relative to its root. */
export function fromFolder(globs: readonly string[], folder: string): string[] {
  if (folder === '') return [...globs];
  return globs.map((glob) => {
    const [, negated = '', body = ''] = /^(!?)\.?\/?(.*)$/s.exec(glob) ?? [];
    const anchored = body.replace(/\/$/, '').includes('/') || /^!?\.?\//.test(glob);
    return `${negated}${literalGlob(folder)}/${anchored ? '' : '**/'}${body}`;
  });
}

function ruleOf(glob: string) {
  const isIncluded = !glob.startsWith('!');
  const text = (isIncluded ? glob : glob.slice(1)).trim().replace(/^\.\//, '/');
  const body = text.replace(/^\/+|\/+$/g, '');
  if (body === '') return null;
  const anchored = text.replace(/\/+$/, '').includes('/');
  const whole = anchored ? body : `**/${body}`;
  const test = picomatch([whole, `${whole}/**`], { dot: true, nonegate: true });
  const base = anchored ? picomatch.scan(body).base.replace(/\\(.)/g, '$1') : '';
  return { isIncluded, test: (path: string) => test(path), base };
}
