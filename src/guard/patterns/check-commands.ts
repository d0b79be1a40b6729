import { type ConfigDelta, settingBefore, settingNow } from '../config/delta.ts';
import { type ConfigFact, ofKind } from '../config/fact.ts';
import { lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';

const parts = (text: string): string[] =>
  text
    .split(/&&|\|\||;|\n/)
    .map((part) => part.trim().replace(/^[@-]+/, ''))
    .filter((part) => part && !part.startsWith('@needs') && !/^needs /.test(part));

const noop =
  /^(true|:|exit( 0)?|echo\b.*|printf\b.*|\/bin\/true|return 0|\$\(info .*\)|sleep \d+|rem\b.*|pass|node -e ["']?(process\.exit\(0\))?;?["']?|test 1|date|pwd|ls)$/;

/** A prerequisite that the target already had does not make an emptied recipe useful. */
export function withoutCommonNeeds(from: string, to: string): string {
  const old = new Set(from.split('\n').filter((line) => line.startsWith('@needs ') || line.startsWith('needs ')));
  return to
    .split('\n')
    .filter((line) => !old.has(line))
    .join('\n');
}

export function doesNothing(text: string): boolean {
  if (/^needs |^@needs /m.test(text)) return false;
  const all = parts(text);
  return all.length === 0 ? text.trim() === ':' || text.trim() === '' : all.every((part) => noop.test(part));
}

export const checks =
  /\b(test|tests|spec|check|lint|typecheck|type-check|types|tsc|verify|coverage|e2e|jest|vitest|mocha|ava|tap|pytest|tox|nox|unittest|eslint|ruff|mypy|pyright|flake8|pylint|black|clippy|vet|golangci-lint|staticcheck|prettier|biome|audit|smoke|xo|standard|karma|playwright|cypress|nyc|c8|cargo (test|check|build|clippy|fmt|doc)|go (test|vet|build)|mvnw?|gradlew?|mvn|gradle|build|pre-commit|bandit|codecov|semgrep|knip|attw|publint|dtslint|compile|ci)\b/;

/** Without print and install commands, and without quoted names. */
const withoutNoise = (text: string): string =>
  text
    .replace(/\b(npm|pnpm|yarn|bun) (ci|i|install)\b[^\n&|;]*/g, '')
    .split('\n')
    .filter((line) => !/^[\s@-]*(echo|printf)\b[^&|;]*$/.test(line))
    .join('\n')
    .replace(/'[^'\s]*'|"[^"\s]*"/g, '');

export const isCheck = (name: string, text: string): boolean =>
  (checks.test(withoutNoise(text)) && !isScript(text)) ||
  /^(pre|post)?(test|lint|check|typecheck|types?|verify|ci|validate|coverage|build|e2e|spec|audit|qa)([:_-]|$)/.test(
    name,
  );

/** A line of a script inside a workflow, for example a message that says to check the log. */
export const isScript = (text: string): boolean =>
  /=>|\bawait\s|\$\{\s*process\.|^(?:core|console|github)\.\w+/.test(text);

/** Clearly a run of tests, a linter or a type checker, judging by the tool; the word "test" may appear in any command. */
export const isRun = (text: string): boolean => run.test(text) && !/maven\.test\.skip|-DskipTests/.test(text);

const run = new RegExp(
  [
    String.raw`\b(vitest|jest|mocha|ava|karma|jasmine|py\.?test|tox|nox|unittest|nextest|eslint|ruff|flake8|pylint|mypy|pyright|tsc|biome|golangci-lint|staticcheck|checkstyle|spotless\w*|clippy)\b`,
    String.raw`\b(cargo (test|check|clippy|fmt)|go (test|vet)|playwright test|cypress run|node\b.*--test|prettier\b.*--check|pre-commit run)\b`,
    String.raw`\b(npm|pnpm|yarn|bun|deno|make|just|task|nx|turbo|lerna|bazel|invoke|hatch|poe)( -\S+)*( run)? (\S*[:_/-])?(tests?|check\w*|lint\w*|verify|types?|typecheck|e2e|spec|coverage|vet)\b`,
    String.raw`\b(mvnw?|gradlew?)\b.*\b(test|verify|check|build|package)\b`,
    String.raw`(^|[\s/_-])(test|check|lint|verify)([\w-]*|s?/[\w./-]*)\.(py|sh|[cm]?[jt]s)\b`,
  ].join('|'),
);

interface CommandChange {
  name: string;
  from: string;
  to: string;
}

/** Commands with the same name on both sides; several with one name are paired in order. */
export function changedCommands({ before, after }: ConfigDelta): CommandChange[] {
  const changes: CommandChange[] = [];
  const names = new Set(ofKind(before, 'command').map((fact) => fact.name));
  for (const name of names) {
    const of = (facts: ConfigFact[]): string[] =>
      ofKind(facts, 'command').flatMap((fact) => (fact.name === name ? [fact.text] : []));
    const oldTexts = of(before);
    const newTexts = of(after);
    const removed = oldTexts.filter((text) => !newTexts.includes(text));
    const fresh = newTexts.filter((text) => !oldTexts.includes(text));
    removed.forEach((from, i) => {
      const to = fresh.find((text) => text.includes(from)) ?? (removed.length === fresh.length ? fresh[i] : undefined);
      if (to !== undefined && isCheck(name, from)) changes.push({ name, from, to });
    });
  }
  return changes;
}

export const commandLoss = (delta: ConfigDelta, from: string, to: string, reason: Reason): Loss =>
  lossOf(settingBefore(delta, from.slice(0, 300)), settingNow(delta, to.slice(0, 300)), reason, [delta.path]);
