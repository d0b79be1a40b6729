import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Known {
  /** `alerts mark` for a command beneath another; empty for `jumar` itself. */
  path: string;
  description: string;
  words: { name: string; description: string }[];
}

/** A completion script made from the commands themselves, so that it never lags behind them. */
export function completionScript(program: Command, shell: Shell): string {
  const known = knownIn(program, []);
  return { bash, zsh, fish }[shell](known);
}

function knownIn(command: Command, path: readonly string[]): Known[] {
  const options = command.options.map(({ long, short, description }) => ({ name: long ?? short ?? '', description }));
  const beneath = command.commands.map((one) => ({ name: one.name(), description: one.description() }));
  const own = { path: path.join(' '), description: command.description(), words: [...beneath, ...options] };
  return [own, ...command.commands.flatMap((one) => knownIn(one, [...path, one.name()]))];
}

/** Where a loop is expected, the ids of this workspace's loops are offered. */
const LOOPS = `jumar list --json 2>/dev/null | sed -n 's/^    "id": "\\(.*\\)",$/\\1/p'`;

function bash(known: readonly Known[]): string {
  const cases = known.map(({ path, words }) => `    "${path}") words="${words.map(({ name }) => name).join(' ')}" ;;`);
  return `# jumar completion for bash: eval "$(jumar completions bash)"
_jumar() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${known
      .map(({ path }) => path)
      .filter(Boolean)
      .join('  ')} " in
      *" $path\${path:+ }$word "*) path="$path\${path:+ }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  if [[ -n "$path" && "$current" != -* ]]; then words="$words $(${LOOPS})"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _jumar jumar
`;
}

function zsh(known: readonly Known[]): string {
  const quote = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
  const cases = known.map(
    ({ path, words }) =>
      `    '${path}') offers=(${words.map(({ name, description }) => `'${name}:${quote(description)}'`).join(' ')}) ;;`,
  );
  return `#compdef jumar
# jumar completion for zsh: jumar completions zsh > "\${fpath[1]}/_jumar"
_jumar() {
  local -a offers loops
  local at="" word
  for word in \${words[2,CURRENT-1]}; do
    case '${known.map(({ path }) => `|${path}|`).join('')}' in
      *"|\${at:+$at }$word|"*) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  _describe 'jumar' offers
  if [[ -n "$at" ]]; then loops=(\${(f)"$(${LOOPS})"}); compadd -a loops; fi
  _files
}
compdef _jumar jumar
`;
}

function fish(known: readonly Known[]): string {
  const quote = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const lines = known.flatMap(({ path, words }) => {
    const names = known.filter((one) => !one.path.includes(' ') && one.path).map((one) => one.path);
    const when = path === '' ? `not __fish_seen_subcommand_from ${names.join(' ')}` : seen(path);
    return words.map(({ name, description }) => {
      const what = name.startsWith('--') ? `-l ${name.slice(2)}` : `-a ${name}`;
      return `complete -c jumar -n '${when}' ${what} -d '${quote(description)}'`;
    });
  });
  const loops = `complete -c jumar -n '__fish_seen_subcommand_from status show report analytics export diff apply rollback resume pause abort gate alerts' -a '(${quote(LOOPS)})'`;
  return `# jumar completion for fish: jumar completions fish > ~/.config/fish/completions/jumar.fish\n${[...lines, loops].join('\n')}\n`;
}

function seen(path: string): string {
  return path
    .split(' ')
    .map((name) => `__fish_seen_subcommand_from ${name}`)
    .join('; and ');
}
