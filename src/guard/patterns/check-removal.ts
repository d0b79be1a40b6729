import type { TreeComparison } from '../align/compare.ts';
import { type ConfigDelta, settingBefore, settingNow } from '../config/delta.ts';
import { type ConfigFact, ofKind } from '../config/fact.ts';
import { isWorkflow } from '../config/facts.ts';
import { because } from '../finding/circumstances.ts';
import { atFile, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { doesNothing, isRun, isScript } from './check-commands.ts';
import { isExistingTest } from './exclusions.ts';

export const filters =
  /--(?:ignore|deselect|ignore-glob|exclude|testPathIgnorePatterns|skip|exclude-task|test-path-ignore-patterns|invert|grep-invert)(?:[= ]\S+)|-k ["']?not\b|-m ["']?not\b|-skip[= ]\S+|--skip \S+|-Dtest=!\S+|--exclude-tags?\b/g;

export function filteredRuns({ config, input }: TreeComparison): Loss[] {
  return config.flatMap((delta) => {
    const found = (facts: ConfigFact[]): string[] =>
      ofKind(facts, 'command')
        .filter(({ text, name }) => kindOf(text) === 'tests' || /addopts|^test/.test(name))
        .flatMap(({ text }) => text.match(filters) ?? []);
    const old = found(delta.before);
    const fresh = found(delta.after).filter(
      (one) => !old.includes(one) && !/node_modules|target|dist\b|build\b|\.git|docs?\b|tokens/.test(one),
    );
    if (fresh.length === 0 || found(delta.after).length <= old.length) return [];
    const namesExistingTest = (filter: string): boolean =>
      isExistingTest(filter.replace(/^\S+?[= ]["']?|["']$|::.*$/g, ''), input.changes);
    if (delta.change.before === null && !fresh.some(namesExistingTest)) return [];
    const [first] = fresh as [string];
    const place = settingNow(delta, fresh.join('\n'), first);
    return [lossOf(atFile(delta.path), place, ['run-filtered', first], [first, delta.path])];
  });
}

export function removedChecks({ config }: TreeComparison): Loss[] {
  const oldCommands = config.flatMap((one) => commandsIn(one.before));
  const now = config.flatMap((one) => commandsIn(one.after));
  const added = now.filter((text) => !oldCommands.includes(text));
  return config.flatMap((delta) => {
    if (!/workflows\/|gitlab-ci|circleci|travis|azure|package\.json$|Makefile|husky|tox\.ini/.test(delta.path))
      return [];
    if (/\.github\/workflows\//.test(delta.path) && !isWorkflow(delta.path)) return [];
    if (delta.change.after === null && !/workflows\/|husky/.test(delta.path)) return [];
    const named = /package\.json$|Makefile/.test(delta.path);
    const remainingNames = new Set(ofKind(delta.after, 'command').map(({ name }) => name));
    const lost = ofKind(delta.before, 'command').flatMap((fact) => {
      if (now.includes(fact.text) || (named && remainingNames.has(fact.name))) return [];
      const kind = kindOf(fact.text);
      return kind &&
        !doesNothing(fact.text) &&
        !isScript(fact.text) &&
        !added.some((text) => kindOf(text) === kind || covers(text, fact.text))
        ? [fact.text]
        : [];
    });
    if (lost.length === 0) return [];
    const [first] = lost as [string];
    const place = settingBefore(delta, lost.slice(0, 3).join('\n'), first);
    const loss = lossOf(place, null, ['runs-no-more', first], [first, delta.path]);
    const isStillChecked =
      added.some((text) => /check|lint|test|verify/.test(text)) ||
      lost.every((text) => isToolAddedElsewhere(text, config) || now.some((other) => checksTheSame(other, text)));
    const isRunHere = lost.some((text) => isRun(text) || text.startsWith('action '));
    return [because(loss, !isRunHere && 'came-new', isStillChecked && 'still-checked')];
  });
}

/** It checks the same kind of thing, in the same language as far as the tools show. */
function checksTheSame(one: string, other: string): boolean {
  const [first, second] = [languageIn(one), languageIn(other)];
  return kindOf(one) === kindOf(other) && (first === null || second === null || first === second);
}

/** The language that a command's tool is for; null if it may run anything. */
const languageIn = (command: string): string | null =>
  /^action |\b(make|just|task|nx|turbo|bazel|tox|nox|pre-commit|docker|sh|bash)\b|\.sh\b/.test(command)
    ? null
    : (toolsOf.find(([tools]) => tools.test(command))?.[1] ?? null);

const toolsOf: [tools: RegExp, language: string][] = [
  [/\b(npm|npx|pnpm|yarn|bun|bunx|deno|node|jest|vitest|mocha|ava|eslint|tsc|playwright|cypress)\b/, 'javascript'],
  [/\b(py\.?test|python3?|ruff|flake8|pylint|mypy|pyright|black|unittest)\b/, 'python'],
  [/\b(go (test|vet|build)|golangci-lint|staticcheck|gofmt)\b/, 'go'],
  [/\bcargo\b/, 'rust'],
  [/\b(mvnw?|gradlew?)\b/, 'java'],
];

/** Another setting newly names the tool: a linter that runs others, a hook, a task. */
function isToolAddedElsewhere(command: string, config: ConfigDelta[]): boolean {
  const tool = /^(?:npx |go run |uv run |poetry run |cargo )?@?([\w-]{4,})/.exec(command)?.[1];
  const times = (text: string | null): number => text?.split(tool!).length ?? 1;
  return tool !== undefined && config.some(({ change }) => times(change.after) > times(change.before));
}

/** Commands, and the actions that a workflow calls. */
export const commandsIn = (facts: ConfigFact[]): string[] =>
  facts.flatMap((fact) =>
    fact.kind === 'command' ? [fact.text] : fact.kind === 'check' && fact.name.startsWith('action ') ? [fact.name] : [],
  );

/** `npm run check` covers `npm run check:lint`; a workflow shared with other repositories covers anything. */
const covers = (text: string, lost: string): boolean =>
  (/\brun [\w-]+$/.test(text) && lost.startsWith(`${text}:`)) ||
  /^action \S+\/\.github\/workflows\/\S+\.ya?ml$/.test(text);

/** What a command checks. A new command of the same kind replaces a lost one. */
export function kindOf(text: string): string | null {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '').replace(/^(?:(?:el)?if|while|until) (?:! )?(?:test|\[).*/, '');
  if (/^action \.\//.test(bare)) return 'tests';
  if (
    /[:-]fix\b|--fix|--write|--update|\bversions:set\b|\b(install|setup|pip|download|cache|upload|publish|checkout|echo|curl|apt-get|brew|cp|mv|rm|cd|export|git)\b/.test(
      bare,
    )
  )
    return null;
  if (
    /\b(lint|eslint|ruff|flake8|pylint|clippy|golangci-lint|biome|prettier|standard|xo|fmt|vet|staticcheck|checkstyle|spotless)\b/.test(
      bare,
    )
  )
    return 'lint';
  if (/\b(tsc|mypy|pyright|typecheck|type-check|types)\b/.test(bare)) return 'types';
  if (
    /\b(test|tests|jest|vitest|mocha|ava|tap|pytest|tox|nox|unittest|nextest|e2e|spec|playwright|cypress|karma|verify|check|smoke)\b/.test(
      bare,
    ) ||
    /\b(?:mvnw?|gradlew?)(?:(?: -\S+)*$|.* (?:build|package)\b)/.test(bare)
  )
    return 'tests';
  return null;
}
