import picomatch from 'picomatch';

/** Globs as a `.gitignore` has them: the last that matches wins. */
export interface PathRules {
  matches(path: string): boolean;
  /** A glob names this folder, or something in it, by its beginning. */
  names(folder: string): boolean;
}

/**
 * A glob with a slash in it is meant from the workspace's root, any other at any depth; a folder stands for all in it;
 * `!` takes back what earlier ones named.
 */
export function pathRules(globs: readonly string[]): PathRules {
  const rules = globs.map(ruleOf).filter((rule) => rule !== null);
  return {
    matches: (path) => rules.findLast((rule) => rule.test(path))?.wanted ?? false,
    names: (folder) =>
      rules.some(({ wanted, base }) => wanted && base !== '' && `${base}/`.startsWith(`${folder.replace(/\/$/, '')}/`)),
  };
}

/** A glob that matches this path alone. */
export function literalGlob(path: string): string {
  return `/${path.replace(/[\\*?[\]{}()!+@]/g, '\\$&')}`;
}

/** Globs given in a folder of the workspace, as they read from its root. */
export function fromFolder(globs: readonly string[], folder: string): string[] {
  if (folder === '') return [...globs];
  return globs.map((glob) => {
    const [, negated = '', body = ''] = /^(!?)\.?\/?(.*)$/s.exec(glob) ?? [];
    const anchored = body.replace(/\/$/, '').includes('/') || /^!?\.?\//.test(glob);
    return `${negated}${literalGlob(folder)}/${anchored ? '' : '**/'}${body}`;
  });
}

function ruleOf(glob: string) {
  const wanted = !glob.startsWith('!');
  const text = (wanted ? glob : glob.slice(1)).trim().replace(/^\.\//, '/');
  const body = text.replace(/^\/+|\/+$/g, '');
  if (body === '') return null;
  const anchored = text.replace(/\/+$/, '').includes('/');
  const whole = anchored ? body : `**/${body}`;
  const test = picomatch([whole, `${whole}/**`], { dot: true, nonegate: true });
  const base = anchored ? picomatch.scan(body).base.replace(/\\(.)/g, '$1') : '';
  return { wanted, test: (path: string) => test(path), base };
}
