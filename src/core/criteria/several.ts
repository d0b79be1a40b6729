import { noErrors, readPlainWords } from './plain-words.ts';
import type { ProjectCommands } from './project.ts';

/** What "no errors" means, one check each; tests have words of their own. */
const ERROR_CHECKS = ['no lint errors', 'no type errors', 'it builds'];

/**
 * The texts of the single criteria that one text names: the checks that "no errors" stands for in this project, or the items of a
 * list ("tests pass and no lint errors"). `isUnderstood` says which texts are criteria; a text that is none as a whole is
 * taken as a list if one of its items is.
 */
export function singleCriteria(
  text: string,
  project: ProjectCommands,
  isUnderstood: (text: string) => boolean,
): string[] {
  const trimmed = text.trim();
  if (noErrors.test(trimmed)) return errorChecks(project) ?? [text];
  if (isUnderstood(text) || /["'`]/.test(text)) return [text];
  const items = trimmed.split(LIST).flatMap((item) => (noErrors.test(item) ? (errorChecks(project) ?? [item]) : item));
  return items.some(isUnderstood) ? items : [text];
}

const LIST = /\s*[,;]\s*(?:and\s+)?|\s+(?:and|with|plus)\s+/i;

function errorChecks(project: ProjectCommands): string[] | null {
  const checks = ERROR_CHECKS.filter((words) => typeof readPlainWords(words, project) !== 'string');
  return checks.length > 0 ? checks : null;
}
