import { UsageError } from '../../system/usage-error.ts';

const options: Record<string, string> = {
  '--agent': 'agents',
  '--agent-command': 'agentCommand',
  '--clean-room': 'cleanRoom',
  '--confirm': 'confirm',
  '--coverage': 'coverage',
  '--max-agent-minutes': 'maxAgentMinutes',
  '--max-cost': 'maxCostUsd',
  '--max-iterations': 'maxIterations',
  '--max-tokens': 'maxTokens',
  '--maximize': 'maximize',
  '--minimize': 'minimize',
  '--model': 'model',
  '--only': 'only',
  '--protect': 'protect',
  '--refine': 'refine',
  '--revert': 'revert',
  '--sandbox': 'sandbox',
  '--set': 'inputs',
  '--setup': 'setup',
  '--template': 'template',
  '--timeout': 'timeoutMinutes',
  '--type': 'type',
  '--worktree': 'worktree',
};

const functions: Record<string, string> = {
  abort: 'abortLoop',
  gate: 'answerGate',
  pause: 'pauseLoop',
  resume: 'resumeLoop',
  show: 'readLoop',
  status: 'readLoop',
};

/** Rewords a usage error for library callers: the message includes the hint, and flags become option names. */
export function inLibraryWords(error: unknown): unknown {
  if (!(error instanceof UsageError)) return error;
  const refusal = new UsageError(
    rewordText(error.hint === null ? error.message : `${error.message}; ${error.hint}`),
    error.hint === null ? null : rewordText(error.hint),
  );
  refusal.cause = error;
  return refusal;
}

/** Quoted text is the user's own and stays unchanged. */
const QUOTED = String.raw`(?<!\w)'[^'\n]*'(?!\w)|"(?:[^"\\]|\\.)*"`;
const COMMAND =
  /jumar (abort|gate|pause|resume|show|status)\b(?: ([a-z0-9]+(?:-[a-z0-9]+)+)((?: --[a-z-]+(?: [\d.]+)?)*))?/g;
const WORDS = new RegExp(`${QUOTED}|--[a-z-]+`, 'g');

function rewordText(text: string): string {
  return text
    .replace(/--until ("(?:[^"\\]|\\.)*")/g, 'until: [$1]')
    .replace(COMMAND, (_, command: string, loop?: string, flags?: string) => callOf(command, loop, flags))
    .replace(WORDS, (word) => (word.startsWith('--') ? (options[word] ?? word) : word));
}

/** `jumar resume fix-it --max-iterations 20` as `resumeLoop({ loop: 'fix-it', maxIterations: 20 })`. */
function callOf(command: string, loop: string | undefined, flags = ''): string {
  const name = functions[command] ?? command;
  if (loop === undefined) return name;
  const flagMatches = [...flags.matchAll(/(--[a-z-]+)(?: ([\d.]+))?/g)];
  const rest = flagMatches.map(([, flag = '', value = 'true']) => `, ${options[flag] ?? flag}: ${value}`);
  return `${name}({ loop: '${loop}'${rest.join('')} })`;
}

/** The library never reads stdin and accepts a one-word task. A loop type may provide the task. */
export function assertTask({ task, type }: { task?: unknown; type?: unknown }): void {
  if (typeof task === 'string' && task.trim()) return;
  if (task === undefined && typeof type === 'string') return;
  throw new UsageError('runLoop needs a task', "runLoop({ task: 'make npm test pass' })");
}
