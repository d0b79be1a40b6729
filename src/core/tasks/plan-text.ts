/** Asks an agent for a list. `problems`: what was wrong with its list before. */
export function planPrompt(
  goal: string,
  commands: readonly string[],
  before: string | null,
  problems: readonly string[],
): string {
  const parts = [
    `Plan the work for this goal, and do none of it: ${goal.trim()}`,
    'Read the project in the current folder as far as you need. Change no file: what you change is thrown away.',
    `Answer with one list of tasks, in a block that begins with \`\`\`markdown and ends with \`\`\`:

\`\`\`markdown
- [ ] Add a user model
  until: npm test -- user
  What else the task needs, in a sentence or two.
- [ ] Add a login page
  until: npm test -- login
  after: Add a user model
\`\`\``,
    `Each task is small enough for one change, and has at least one line "until:", a shell command that exits 0 when the task is done and that fails now, in the project as it is: a test that is still to be written, a file that does not exist yet, an output that is still wrong. "after:" names tasks that must be done before. No command may depend on a service, a person or the time.`,
    commands.length > 0 ? `The project's own commands: ${commands.map((one) => `\`${one}\``).join(', ')}` : '',
    before === null ? '' : `Your list before:\n\n\`\`\`markdown\n${before.trim()}\n\`\`\``,
    problems.length > 0 ? `What was wrong with it:\n${problems.map((one) => `- ${one}`).join('\n')}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The list in an agent's answer: its last block that has a checkbox, else everything from the first checkbox on; null if there is none. */
export function listIn(answer: string): string | null {
  const blocks = [...answer.matchAll(/^(```+)[^\n`]*\n([\s\S]*?)^\1\s*$/gm)].map(([, , text = '']) => text);
  const block = blocks.findLast((text) => CHECKBOX.test(text));
  if (block !== undefined) return block;
  const at = answer.search(CHECKBOX);
  return at === -1 ? null : answer.slice(at);
}

const CHECKBOX = /^\s*[-*+] \[[ xX]\] /m;
