import type { ProjectCommands } from './project.ts';

const MOST = 6;

/** In every script of a project, so they say nothing. */
const RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'run', 'make', 'just', 'task', 'rake']);

/** A script may also publish or write: unless a text names it, only what looks like a check is suggested. */
const CHECKING = /test|spec|lint|type|build|check|verify|compile|\bci\b/i;

/** Criteria that this project could use; those that share a word with the text come first. */
export function suggestions(text: string, project: ProjectCommands): string[] {
  const words = new Set(text.toLowerCase().match(/[a-z]{3,}/g));
  const shares = (candidate: string) =>
    (candidate.toLowerCase().match(/[a-z]{3,}/g) ?? []).some((word) => words.has(word) && !RUNNERS.has(word));
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
    ...(own.length > 0
      ? []
      : [...scripts.filter((script) => CHECKING.test(script)), './check.sh', '<command> ~ /pattern/', 'file:<path>']),
  ];
  return [...new Set(candidates)].slice(0, MOST);
}
