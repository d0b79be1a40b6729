import { isAbsolute, relative, resolve } from 'node:path';

export interface Surroundings {
  /** Where the command runs. */
  cwd: string;
  /** What lies in here is part of a result's key. */
  root: string;
  env: Readonly<Record<string, string>>;
}

/** Devices, and folders of programs that the environment's key knows of or that change with the system alone. */
const HARMLESS =
  /^\/(?:dev\/(?:null|zero|stdin|stdout|stderr|tty|fd(?:\/\d+)?)|(?:usr\/(?:local\/)?)?s?bin(?:\/[\w.+-]+)?)$/;
const WRITTEN = /&?\d*>{1,2}[|&]?\s*(?:"[^"]*"|'[^']*'|[^\s;|&)]+)/g;
const COMMENT = /^\s*#.*$/gm;
const HERE = /\$\(pwd\)|\$\{?PWD\}?|\$\(CURDIR\)/g;
const OWN_FOLDER =
  /\$\(\s*(?:cd\s+)?["']?\$?\(?\s*dirname\s+(?:--\s+)?["']?\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?["']?\s*\)?["']?(?:\s*&&\s*pwd(?:\s+-P)?)?\s*\)|\$\{0%\/\*\}/g;
const SPLIT = /[\s'"`;|&<>=:,()[\]]+|(?<!\$)\{|\}(?![/\w])/;

/**
 * Whether a command line or shell script names a path outside the workspace, whose content no key knows: absolute, with
 * `..`, in a home folder, or behind a variable. What it only writes there does not count. Where it cannot be told, it does:
 * a command that runs too often costs time, a stale result costs trust.
 */
export function namesOutside(text: string, { cwd, root, env }: Surroundings, ownFolder = cwd): boolean {
  const plain = text
    .replace(COMMENT, '')
    .replace(OWN_FOLDER, () => ownFolder)
    .replace(HERE, () => cwd)
    .replace(WRITTEN, ' ')
    .replace(/\$\((\w+)\)/g, (whole, name) => (isSet(name, text) || env[name] !== undefined ? `$${name}` : whole))
    .replace(/\$\{(\w+)[^}]*\}/g, (_, name) => `$${name}`);
  return plain.split(SPLIT).some((word) => {
    const path = expanded(word, text, env);
    if (path === null) return false;
    if (path.startsWith('~')) return true;
    if (!isAbsolute(path) && !path.split('/').includes('..')) return false;
    return !HARMLESS.test(path) && isOutside(root, resolve(cwd, path));
  });
}

/** A variable that the text itself sets is judged where it is set; one that nobody sets leaves nothing before the `/`. */
function expanded(word: string, text: string, env: Surroundings['env']): string | null {
  const [, name, rest = ''] = /^\$(\w+)(\/.*)?$/.exec(word) ?? [];
  if (name === undefined) return word;
  if (name === 'PATH') return null;
  if (env[name] !== undefined) return isAbsolute(env[name]) || rest ? `${env[name]}${rest}` : null;
  return rest && !isSet(name, text) ? rest : null;
}

/** Also as make does, and as the variable of a loop. */
function isSet(name: string, text: string): boolean {
  return new RegExp(`\\b${name}\\s*[:?+]?=|\\bfor\\s+${name}\\s+in\\b|\\bread\\b.*\\b${name}\\b`).test(text);
}

function isOutside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '..' || way.startsWith('../') || isAbsolute(way);
}
