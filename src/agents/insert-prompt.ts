/** Reads the prompt from its file, with all its newlines. Not exported: the agent's environment does not hold the prompt. */
const READ_PROMPT =
  'jumar_prompt=$(cat "$JUMAR_PROMPT_FILE" && echo x) || exit 126; jumar_prompt=$' + '{jumar_prompt%x}; ';
const PROMPT = '"$jumar_prompt"';
const FILE = '"$JUMAR_PROMPT_FILE"';

/** Escaped characters and quoted texts count as one piece, everything else character by character. */
const PIECES = /\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\{prompt\}|\{promptFile\}|[\s\S]/g;

const STARTS_ARGUMENT = /(?:^|[\s;|&(<>`]|(?:^|[\s;|&(`])[\w-]+=)$/;
const ENDS_ARGUMENT = /^(?:$|[\s;|&)<>`])/;
/** Its text may be a script, too. */
const HERE_DOCUMENT = /(?<!<)<<(?!<)/;

export interface PromptScript {
  script: string;
  takesPrompt: boolean;
}

/**
 * Replaces `{prompt}` and `{promptFile}` in a shell command by references to variables. A shell expands a reference
 * after it has parsed the command, so it never runs text of a prompt, whatever quotes surround the placeholder. `{prompt}`
 * must be an argument of its own: in a longer text it could be a part of a script for another shell.
 */
export function insertPrompt(command: string): PromptScript | { problem: string } {
  const pieces = [...command.matchAll(PIECES)].map(([piece]) => piece);
  // One character for each piece, so that quoted and escaped characters end no argument.
  const plain = pieces.map((piece) => (piece.length === 1 ? piece : '_')).join('');
  let script = '';
  let takesPrompt = false;
  for (const [at, piece] of pieces.entries()) {
    if (!isQuoted(piece, '{prompt}')) {
      if (piece.includes('{prompt}')) return NOT_ALONE;
      script += insertFile(piece);
      continue;
    }
    const isAlone = STARTS_ARGUMENT.test(plain.slice(0, at)) && ENDS_ARGUMENT.test(plain.slice(at + 1));
    if (!isAlone || HERE_DOCUMENT.test(plain)) return NOT_ALONE;
    takesPrompt = true;
    script += PROMPT;
  }
  return { script: takesPrompt ? READ_PROMPT + script : script, takesPrompt };
}

const NOT_ALONE = {
  problem:
    '{prompt} must be an argument of its own in the agent command, as in `agent --message {prompt}`; ' +
    'otherwise use stdin or {promptFile}',
};

function isQuoted(piece: string, name: string): boolean {
  return piece === name || piece === `'${name}'` || piece === `"${name}"`;
}

function insertFile(piece: string): string {
  if (piece === '{promptFile}') return FILE;
  const end = piece[0];
  // Closes the quotes around the reference, which has its own.
  return end === '"' || end === "'" ? piece.replaceAll('{promptFile}', () => end + FILE + end) : piece;
}
