import { aliases, configKeys } from './keys.ts';

/** The reference of all settings as Markdown, generated from the schema. */
export function configurationPage(): string {
  const rows = configKeys().map(
    (key) =>
      `| \`${key.name}\` | ${key.default === undefined ? '' : `\`${JSON.stringify(key.default)}\``} | ${key.description} | \`${key.variable}\` |`,
  );
  return `# Configuration

Defaults, then the user's file, the project's files, the environment and the flags; a later one wins. Unknown keys are an error
everywhere, because a misspelt limit would have no effect.

| where | what |
|---|---|
| user | \`$XDG_CONFIG_HOME/jumar/config.yaml\` (default \`~/.config\`) |
| project | \`jumar.config.{ts,js,json,yaml}\` or \`.jumar/config.yaml\`, at the workspace's root and in the folder Jumar is called from |
| environment | \`JUMAR_LIMITS_MAX_ITERATIONS=20\` |
| flags | \`--max-iterations 20\` |

\`jumar config get\` shows the effective settings; \`jumar config set limits.maxIterations 20\` writes \`.jumar/config.yaml\` (\`--user\`: the user's file).
Keys may be written in kebab-case or snake_case. A loop keeps the settings it was started with; \`jumar resume\` takes new limits as flags.
Of a loop at rest it also takes what you have changed in the project's files and the environment since, and says so.

| key | default | meaning | variable |
|---|---|---|---|
${rows.join('\n')}

Short names for some of them: ${Object.entries(aliases)
    .map(([alias, key]) => `\`${alias}\` (${key})`)
    .join(', ')}.
`;
}
