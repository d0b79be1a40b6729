import { ancestors, type BytePath } from '../system/paths.ts';

/**
 * Whether these ignore rules surely ignore a path: by rules of plain names and single stars, and no later rule takes
 * something back. False says nothing: then git has to be asked.
 */
export function sureRules(rules: readonly string[]): (path: BytePath, isFolder: boolean) => boolean {
  const lastException = rules.findLastIndex((rule) => rule.startsWith('!'));
  const plain = rules.slice(lastException + 1).filter((rule) => PLAIN.test(rule));
  const ofBoth = matcher(plain.filter((rule) => !rule.endsWith('/')));
  const ofFolders = matcher(plain.filter((rule) => rule.endsWith('/')).map((rule) => rule.slice(0, -1)));
  return (path, isFolder) => ofBoth.test(path) || (isFolder && ofFolders.test(path));
}

/** Which of these files the rules ignore, if only git's plain rules are among them; otherwise null. */
export function ignoredByPlainRules(rules: readonly string[], files: Iterable<BytePath>): BytePath[] | null {
  const isIgnored = onlyPlainRules(rules);
  return (
    isIgnored &&
    [...files].filter((file) => isIgnored(file, false) || ancestors(file).some((folder) => isIgnored(folder, true)))
  );
}

/** Whether the rules name a path themselves, apart from its folders; null if they are more than names and stars. */
export function onlyPlainRules(rules: readonly string[]): ((path: BytePath, isFolder: boolean) => boolean) | null {
  const effective = rules.filter((rule) => rule !== '' && !rule.startsWith('#'));
  return effective.every((rule) => PLAIN.test(rule)) ? sureRules(effective) : null;
}

/** Names and stars that no other rule of git's applies to: `name`, `*.log`, `/a/b/`, `a/*`, and those below any folder. */
const PLAIN = /^(?:\*\*\/|\/)?(?!\*\*)[\w.@+*-]+(?:\/(?!\*\*)[\w.@+*-]+)*\/?$/;

function matcher(rules: readonly string[]): RegExp {
  const patterns = rules.map((rule) => {
    const isAnywhere = rule.startsWith('**/') || !rule.includes('/');
    const name = rule.replace(/^(?:\*\*)?\//, '').replace(/[.+]/g, '\\$&');
    return `${isAnywhere ? '(?:.*/)?' : ''}${name.replace(/\*+/g, '[^/]*')}`;
  });
  return patterns.length > 0 ? new RegExp(`^(?:${patterns.join('|')})$`, 's') : /^(?!)/;
}
