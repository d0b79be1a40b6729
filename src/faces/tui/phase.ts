import { isAgentAtWork } from '../../app/agent-at-work.ts';
import { nextStep } from '../../core/next-step.ts';
import { currentIteration, type LoopState } from '../../core/state/state.ts';
import type { Step } from '../../core/state/step.ts';

const words: Record<Step['type'], string> = {
  'save-workspace': 'saving the workspace',
  restore: 'restoring files',
  wait: 'waiting',
  'run-agent': 'starting the agent',
  'take-snapshot': 'taking a snapshot',
  verify: 'checking',
  guard: 'checking for cheating and loss',
  reflect: 'reflecting on what failed',
  judge: 'judging',
  recall: 'recalling lessons',
  reinforce: 'adjusting the reminders',
  diagnose: 'diagnosing',
  adapt: 'choosing a strategy',
  'open-gate': 'asking a person',
  notify: 'sending notifications',
  ask: 'waiting for your answer',
  end: 'ending',
  setup: 'setting up',
  'repeat-checks': 'repeating checks',
  'check-hidden': 'running hidden checks',
  'check-pristine': 'checking with the original tests',
  'flip-expectations': 'checking that the tests can fail',
  'check-new-tests': 'checking that new tests need the change',
  'check-task-tests': 'checking what the new tests show',
  'hold-out': 'taking tests out of the tree for the agent',
  'check-held-out': 'running the held-out tests',
  'reveal-tests': 'showing the agent a held-out test',
  'put-back': 'putting the held-out tests back',
  'test-mutants': 'testing mutants of the change',
  reverify: 'checking the starting point again',
  'run-hook': 'running a hook',
  'reset-refs': 'moving branches back',
};

/** What the loop is doing: the next step according to its log. */
export function phaseOf(state: LoopState): string {
  if (state.ended) return state.ended.ending;
  if (state.status === 'paused') return 'paused';
  if (isAgentAtWork(state)) return 'agent at work';
  if (state.waiting) return `waiting for ${state.waiting.agent}`;
  if (state.gate && !state.gate.unattended) return words.ask;
  // Running checks may have changed the workspace, but the restore that follows has not started yet.
  const current = currentIteration(state);
  if (current?.snapshot && !current.verdicts) return words.verify;
  const step = nextStep(state);
  return step ? words[step.type] : 'ending';
}
