export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * The script that a shell loads once. On every Tab it calls `jumar complete`, which knows the commands, their options
 * and current values such as the loops of this workspace.
 */
export function completionScript(shell: Shell): string {
  return { bash: BASH, zsh: ZSH, fish: FISH }[shell];
}

const BASH = `# jumar completion for bash: eval "$(jumar completions bash)"
_jumar() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(jumar complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _jumar jumar
`;

const ZSH = `#compdef jumar
# jumar completion for zsh: jumar completions zsh > "\${fpath[1]}/_jumar", or eval "$(jumar completions zsh)"
_jumar() {
  local -a offers
  local line
  for line in "\${(@f)$(jumar complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n "$line" ]] && offers+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#offers} )); then _describe 'jumar' offers; else _files; fi
}
# Loaded from fpath, it is called by its name; otherwise, register it.
if [[ "\${funcstack[1]}" == _jumar ]]; then _jumar "$@"; else compdef _jumar jumar; fi
`;

const FISH = `# jumar completion for fish: jumar completions fish > ~/.config/fish/completions/jumar.fish
function __jumar_offers
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l offers (jumar complete -- $before[2..-1] "$current" 2>/dev/null)
    if test (count $offers) -gt 0
        printf '%s\\n' $offers
    else
        __fish_complete_path "$current"
    end
end
complete -c jumar -f -a '(__jumar_offers)'
`;
