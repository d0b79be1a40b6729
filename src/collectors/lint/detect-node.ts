import { type ShellWord, shellQuote, shellWords } from '../../core/criteria/shell-words.ts';
import type { LinterName } from './index.ts';
import { fields, text } from './values.ts';
import { minutes, type ProjectFolder, type WantedLinter } from './wanted.ts';

interface NodeLinter {
  linter: LinterName;
  /** A file whose presence means that the tool is set up. */
  config: RegExp;
  /** The key of package.json that may hold its configuration. */
  key?: string;
  /** Removed from what a script says: output formats, fixing, watching. */
  drop: RegExp;
  /** How a script's own arguments (or none) become a command. */
  args(own: string | null): string;
  timeoutMs?: number;
}

const NODE_LINTERS: Record<string, NodeLinter> = {
  eslint: {
    linter: 'eslint',
    config: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?)$/,
    key: 'eslintConfig',
    drop: /^(?:--fix(?:-\w+)?|--quiet|--cache|--color|--max-warnings=.*|-f.+|--format=.*)$/,
    args: (own) => `{} ${own ?? '.'} -f json`,
  },
  biome: {
    linter: 'biome',
    config: /^\.?biome\.jsonc?$/,
    drop: /^(?:--write|--fix|--apply(?:-unsafe)?|--unsafe|--error-on-warnings|--reporter=.*|--max-diagnostics=.*)$/,
    args: (own) => `{} ${own ?? 'lint .'} --reporter=json --max-diagnostics=200`,
  },
  oxlint: {
    linter: 'oxlint',
    config: /^\.oxlintrc\.json$/,
    drop: /^(?:--fix(?:-\w+)?|--quiet|--deny-warnings|--max-warnings=.*|-f.+|--format=.*)$/,
    args: (own) => `{} ${own ?? ''} --format json`.replace('  ', ' '),
  },
  tsc: {
    linter: 'tsc',
    config: /^tsconfig\.json$/,
    drop: /^(?:--noEmit|--pretty|-w|--watch|--incremental|--emitDeclarationOnly|--declaration|-d)$/,
    args: (own) => `{} ${own ?? ''} --noEmit --pretty false`.replace('  ', ' '),
    timeoutMs: minutes(5),
  },
};

/** With a value of its own behind it. */
const VALUED = /^(?:-f|--format|--reporter|--max-warnings|--max-diagnostics|--cache-location|--outDir)$/;

/** By the tools' configuration files, and by the project's scripts, which know best what to look at. */
export async function nodeLinters({ names, read }: ProjectFolder): Promise<WantedLinter[]> {
  const manifest = fields(parsed(await read('package.json')));
  const scripts = Object.entries(fields(manifest.scripts)).map(([name, script]) => [name, text(script)] as const);
  const wanted: WantedLinter[] = [];
  for (const [program, tool] of Object.entries(NODE_LINTERS)) {
    const script = ownScript(scripts, program, tool);
    const config = [...names].find((name) => tool.config.test(name));
    const key = tool.key && tool.key in manifest ? `${tool.key} in package.json` : undefined;
    const why = script ? `the script ${script.name}` : (config ?? key);
    if (!why || !(config || key || script)) continue;
    const own = program === 'tsc' ? await compilerArguments(script?.args ?? null, read) : (script?.args ?? null);
    const { linter, args, timeoutMs } = tool;
    wanted.push({ linter, program, template: args(own), why, ...(timeoutMs && { timeoutMs }) });
  }
  return wanted;
}

/** The arguments that a script gives the tool, without those that change what it prints or writes. */
function ownScript(
  scripts: readonly (readonly [string, string])[],
  program: string,
  { drop }: NodeLinter,
): { name: string; args: string } | null {
  const ranked = [...scripts].sort(([left], [right]) => relevance(right) - relevance(left));
  for (const [name, script] of ranked) {
    if (relevance(name) < 0) continue;
    for (const words of shellWords(script) ?? []) {
      const at = words.findIndex((word) => word.text === program);
      if (at < 0 || words.slice(0, at).some((word) => !/^(?:npx|--no-install|--no|cross-env|\w+=.*)$/.test(word.text)))
        continue;
      const kept = keep(words.slice(at + 1), drop);
      if (kept !== null) return { name, args: kept };
    }
  }
  return null;
}

/** Scripts that fix, format, watch or build tell nothing about how to check. */
function relevance(name: string): number {
  if (/fix|format|watch|dev|start|build|release|publish|^(?:pre|post)/.test(name)) return -1;
  return /^(?:lint|typecheck|type-check|check|tsc|types)/.test(name) ? 1 : 0;
}

/** Null where the words cannot be written down again as they were meant. */
function keep(words: readonly ShellWord[], drop: RegExp): string | null {
  const kept: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    if (/[$`]/.test(word.text)) return null;
    const behind = words[index + 1]?.text ?? '';
    if (VALUED.test(word.text) || (word.text === '--pretty' && /^(?:true|false)$/.test(behind))) index++;
    else if (!drop.test(word.text)) kept.push(shellQuote(word.text));
  }
  return kept.join(' ');
}

/** A tsconfig that only refers to others checks nothing by itself: it needs the build mode. */
async function compilerArguments(own: string | null, read: ProjectFolder['read']): Promise<string | null> {
  if (own) return own;
  const { parse } = await import('jsonc-parser');
  const config = fields(parse((await read('tsconfig.json')) ?? '{}'));
  const empty = Array.isArray(config.files) && config.files.length === 0 && !('include' in config);
  return empty && Array.isArray(config.references) ? '-b' : null;
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return null;
  }
}
