import { commandsOf } from './commands.ts';
import type { ConfigFact } from './fact.ts';
import { gradleFacts } from './gradle.ts';
import { leavesOf } from './leaves.ts';
import { meaningsOf } from './settings.ts';

const configFiles =
  /(^|\/)(package\.json|tsconfig[\w.-]*\.json|jsconfig\.json|\.nycrc(\.\w+)?|\.c8rc(\.\w+)?|nyc\.config\.\w+|\.eslintrc(\.\w+)?|eslint\.config\.\w+|biome\.jsonc?|\.oxlintrc\.json|deno\.jsonc?|tslint\.json|jest\.config\.\w+|jest\.\w+\.config\.\w+|vitest[\w.-]*\.config\.\w+|vitest\.workspace\.\w+|vite\.config\.\w+|\.mocharc(\.\w+)?|karma\.conf\.\w+|playwright\.config\.\w+|cypress\.config\.\w+|ava\.config\.\w+|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.coveragerc|mypy\.ini|\.mypy\.ini|\.?ruff\.toml|\.flake8|\.?pylintrc|pyrightconfig\.json|Cargo\.toml|\.?clippy\.toml|pom\.xml|build\.gradle(\.kts)?|\.?codecov\.ya?ml|\.golangci\.(ya?ml|toml|json)|\.pre-commit-config\.ya?ml|lefthook\.ya?ml|Makefile|makefile|GNUmakefile|[\w.-]+\.mk|[Jj]ustfile|Taskfile\.ya?ml|\.gitlab-ci\.ya?ml|\.travis\.ya?ml|azure-pipelines\.ya?ml|sonar-project\.properties|\.eslintignore|\.coverageignore|lerna\.json|turbo\.json|nx\.json|project\.json|bunfig\.toml)$|(^|\/)\.(github\/workflows|circleci|buildkite)\/[^/]+\.ya?ml$|(^|\/)\.(husky|githooks)\/[^/]+$|(^|\/)(scripts?|bin|ci|\.ci|tools|hack)\/([\w./-]+\.(sh|bash)|[\w-]+)$|\.sh$/;

export const isConfig = (path: string): boolean => configFiles.test(path);

export const isWorkflow = (path: string): boolean => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path);

export async function factsOf(path: string, content: string): Promise<ConfigFact[]> {
  const facts: ConfigFact[] = [];
  if (/(^|\/)\.(eslintignore|coverageignore)$/.test(path)) {
    for (const line of content.split('\n'))
      if (line.trim() && !line.startsWith('#')) facts.push({ kind: 'exclusion', area: 'lint', value: line.trim() });
    return facts;
  }
  const leaves = (await leavesOf(path, content)) ?? [];
  for (const leaf of leaves) facts.push(...meaningsOf(path, leaf));
  if (/build\.gradle/.test(path)) facts.push(...gradleFacts(content));
  facts.push(...commandsOf(path, content, leaves));
  return facts;
}
