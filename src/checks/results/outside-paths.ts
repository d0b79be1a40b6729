import { isAbsolute, relative, resolve } from 'node:path';

export interface CommandContext {
  /** Where the command runs. */
  cwd: string;
  /** Files in here are part of a result's key. */
  root: string;
  env: Readonly<Record<string, string>>;
}

/** Devices, and program folders that the environment key covers or that only change with the system. */
const HARMLESS =
  /^\/(?:dev\/(?:null|zero|stdin|stdout|stderr|tty|fd(?:\/\d+)?)|(?:usr\/(?:local\/)?)?s?bin(?:\/[\w.+-]+)?)$/;
const REDIRECTION = /&?\d*>{1,2}[|&]?\s*(?:"[^"]*"|'[^']*'|[^\s;|&)]+)/g;
const COMMENT = /^\s*#.*$/gm;
const HERE = /\$\(pwd\)|\$\{?PWD\}?|\$\(CURDIR\)/g;
const OWN_FOLDER =
  /\$\(\s*(?:cd\s+)?["']?\$?\(?\s*dirname\s+(?:--\s+)?["']?\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?["']?\s*\)?["']?(?:\s*&&\s*pwd(?:\s+-P)?)?\s*\)|\$\{0%\/\*\}/g;
const SPLIT = /[\s'"`;|&<>=:,()[\]]+|(?<!\$)\{|\}(?![/\w])/;

/**
 * Whether a command line or shell script names a path outside the workspace, whose content is not part of any key:
 * absolute, with `..`, in a home folder, or in a variable. Paths it only writes to do not count. In doubt, the answer is
 * true: running a command too often costs time, a stale result costs trust.
 */
export function namesOutside(text: string, { cwd, root, env }: CommandContext, ownFolder = cwd): boolean {
  const plain = text
    .replace(COMMENT, '')
    .replace(OWN_FOLDER, () => ownFolder)
    .replace(HERE, () => cwd)
    .replace(REDIRECTION, ' ')
    .replace(/\$\((\w+)\)/g, (whole, name) => (isSet(name, text) || env[name] !== undefined ? `$${name}` : whole))
    .replace(/\$\{(\w+)[^}]*\}/g, (_, name) => `$${name}`);
  return plain.split(SPLIT).some((word) => {
    const path = expand(word, text, env);
    if (path === null) return false;
    if (path.startsWith('~')) return true;
    if (!isAbsolute(path) && !path.split('/').includes('..')) return false;
    return !HARMLESS.test(path) && isOutside(root, resolve(cwd, path));
  });
}

/** A variable that the text itself sets is checked at its assignment. An unset variable expands to nothing. */
function expand(word: string, text: string, env: CommandContext['env']): string | null {
  const [, name, rest = ''] = /^\$(\w+)(\/.*)?$/.exec(word) ?? [];
  if (name === undefined) return word;
  if (name === 'PATH') return null;
  if (env[name] !== undefined) return isAbsolute(env[name]) || rest ? `${env[name]}${rest}` : null;
  return rest && !isSet(name, text) ? rest : null;
}

/** Also by an assignment in make syntax, or as the variable of a loop. */
function isSet(name: string, text: string): boolean {
  return new RegExp(`\\b${name}\\s*[:?+]?=|\\bfor\\s+${name}\\s+in\\b|\\bread\\b.*\\b${name}\\b`).test(text);
}

function isOutside(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return relativePath === '..' || relativePath.startsWith('../') || isAbsolute(relativePath);
}
