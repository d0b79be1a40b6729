import type { Command } from 'commander';

type Example = readonly [command: string, does?: string];

/** By the path of the command, `alerts mark`; what follows `jumar`. */
export const examples: Record<string, readonly Example[]> = {
  run: [
    ['"make npm test pass"', 'the agent and the check are found'],
    ['"make npm test pass" --agent claude,codex --max-cost 5'],
    ['"fix the parser" --until "npm test" --until "npx tsc --noEmit passes"'],
    ['"make pytest pass" --agent-command "./agent.sh" --only "src/**"'],
    ['"raise coverage" --until "npm test" --until "coverage >= 80"'],
    ['"make it faster" --until "npm test" --minimize "node bench.js"'],
    ['--task-file task.md --dry-run', 'the checks and the first prompt; starts nothing'],
  ],
  resume: [
    ['resume', 'the latest loop here'],
    ['resume fix-the-parser --max-iterations 20', 'beyond the limit that ended it'],
    ['resume --agent codex', 'with another agent'],
  ],
  pause: [
    ['pause', 'when its iteration has ended'],
    ['pause --now', 'at once; what the agent began is done again on resume'],
  ],
  abort: [
    ['abort', 'keeps the working tree as it is'],
    ['abort --revert', 'puts it back as it was before the loop'],
    ['abort --reason "the task was wrong"'],
  ],
  prompt: [
    ['prompt', 'what the next iteration would be sent'],
    ['prompt fix-the-parser 2', 'what iteration 2 was sent'],
  ],
  reflect: [
    ['reflect show', 'what failed, why, and what to try, in the latest loop'],
    ['reflect patterns "timezone in dates"', 'lessons of earlier loops'],
  ],
  'reflect show': [['reflect show'], ['reflect show fix-the-parser --json']],
  'reflect patterns': [['reflect patterns'], ['reflect patterns "timezone in dates" --user']],
  'reflect clear': [
    ['reflect clear', 'all lessons of this project'],
    ['reflect clear fix-the-parser', 'the lesson of that loop'],
  ],
  status: [['status'], ['status fix-the-parser --json']],
  attach: [
    ['attach', 'the latest loop here; q leaves it running'],
    ['attach fix-the-parser --plain', 'plain lines, no keys'],
  ],
  list: [['list'], ['list --all --json']],
  show: [
    ['show', 'the latest loop, iteration by iteration'],
    ['show 2', 'its iteration 2: prompt, output and checks'],
    ['show fix-the-parser 2 --output', 'all that the agent said'],
  ],
  report: [
    ['report', 'as Markdown, to standard output'],
    ['report --out ../report.html', 'one file, opens in any browser'],
    ['report 2', 'of iteration 2'],
    ['report --out ../junit.xml', 'for CI; the ending names the format'],
  ],
  analytics: [
    ['analytics latest', 'quality over the iterations of the latest loop'],
    ['analytics --since 7d --agent claude', 'success, cost and more across loops'],
    ['analytics --all --export ../loops.csv'],
  ],
  export: [['export --out ../loop.json'], ['export fix-the-parser | jq .status']],
  diff: [
    ['diff', 'what the kept iteration changed'],
    ['diff 1 3', 'from iteration 1 to 3'],
    ['diff fix-the-parser 0 2 --stat'],
  ],
  apply: [
    ['apply', 'the best iteration, into the working tree'],
    ['apply --branch fix-parser', 'as a commit on a new branch; the working tree stays'],
    ['apply --branch', 'the same, under a name that is free'],
    ['apply --branch fix-parser --pr', 'and a pull request, with gh'],
    ['apply 2 --patch --out ../fix.patch'],
  ],
  rollback: [['rollback 0', 'everything as it was before the loop'], ['rollback fix-the-parser 2']],
  prune: [
    ['prune --older-than 30', 'snapshots of loops that ended a month ago'],
    ['prune --all', 'ended loops altogether'],
  ],
  audit: [
    ['audit', 'the working tree against HEAD'],
    ['audit main..HEAD'],
    ['audit --pr main --format github', 'in CI'],
    ['audit --explain assertion-weakened'],
  ],
  gate: [
    ['gate show', 'what is asked'],
    ['gate approve --reason "the test was wrong"'],
    ['gate reject --reason "keep the old behaviour"'],
  ],
  alerts: [['alerts'], ['alerts fix-the-parser --json']],
  'alerts mark': [['alerts mark 3f2a --false-positive --reason "renamed on purpose"'], ['alerts mark 3f2a --undo']],
  measure: [
    ['measure'],
    ['measure --compare main', 'what moved since'],
    ['measure --until "npm test" --until "coverage >= 80"', 'exits 1 where one does not hold'],
  ],
  config: [['config get'], ['config set limits.maxIterations 20']],
  'config get': [['config get'], ['config get limits.maxIterations']],
  'config set': [
    ['config set limits.maxIterations 20', 'a running loop takes it up'],
    ['config set agent.names claude,codex --user', 'for all your projects'],
  ],
  doctor: [['doctor'], ['doctor --json']],
  init: [['init'], ['init --write']],
  completions: [
    ['completions bash >> ~/.bashrc'],
    ['completions zsh > "$fpath[1]/_jumar"'],
    ['completions fish > ~/.config/fish/completions/jumar.fish'],
  ],
  demo: [['demo'], ['demo --cheat', 'an agent that changes the checks is caught']],
};

/** Under the help of every command beneath this one, how it is called. */
export function addExamples(program: Command, path: readonly string[] = []): void {
  for (const command of program.commands) {
    const here = [...path, command.name()];
    command.addHelpText('after', () => examplesText(examples[here.join(' ')] ?? []));
    addExamples(command, here);
  }
}

function examplesText(list: readonly Example[]): string {
  if (list.length === 0) return '';
  const widest = Math.max(...list.filter(([, does]) => does).map(([command]) => command.length), 0);
  const lines = list.map(([command, does]) =>
    does ? `  $ jumar ${command.padEnd(widest)}  # ${does}` : `  $ jumar ${command}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
}
