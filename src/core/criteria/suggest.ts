import type { ProjectCommands } from './project.ts';

const MOST = 6;

/** Criteria that this project could use; those that share a word with the text come first. */
export function suggestions(text: string, project: ProjectCommands): string[] {
  const words = new Set(text.toLowerCase().match(/[a-z]{3,}/g));
  const shares = (candidate: string) =>
    (candidate.toLowerCase().match(/[a-z]{3,}/g) ?? []).some((word) => words.has(word));
  const own = [project.test, project.lint, project.typecheck, project.build].flatMap((found) => found?.command ?? []);
  const scripts = project.scripts.map(({ command }) => command);
  const unwanted = /\bno (\w+)(?: comments?| statements?)? (?:left|remains?|remaining|anywhere|in)\b/i.exec(text)?.[1];
  const file = /[\w@/-]+\.[a-z]{1,5}\b/i.exec(text)?.[0];
  const candidates = [
    ...(unwanted ? [`! git grep -n ${unwanted}`] : []),
    ...(words.has('coverage') ? ['coverage >= 80'] : []),
    ...(file ? [`file:${file}`] : []),
    ...own,
    ...scripts.filter(shares),
    ...(own.length > 0 ? [] : [...scripts, './check.sh', '<command> ~ /pattern/', 'file:<path>']),
  ];
  return [...new Set(candidates)].slice(0, MOST);
}
