import type { Step } from '../core/state/step.ts';
import type { Control, ControlRequest, ForgedRequest } from '../ports/index.ts';

const POLL_MS = 250;

/** Why an agent's run was cut short: a person wants to see what its work so far is worth. */
export class Skipped extends Error {
  constructor() {
    super('stopped by a person, to be checked as it is');
    this.name = 'Skipped';
  }
}

export interface ControlWatch {
  signal: AbortSignal;
  /** What was asked while the step was under way, in order. */
  requests(): readonly (ControlRequest | ForgedRequest)[];
  /** Ends the watch. Takes what was left meanwhile, so that what came during the step counts as that. */
  stop(): Promise<void>;
}

/**
 * A plain pause and new settings wait until the iteration has ended, unless nothing is done meanwhile but waiting; an
 * answer ends the question it is for.
 */
function endsStep(request: ControlRequest | ForgedRequest, step: Step['type'] | undefined): boolean {
  if (request.type === 'pause') return request.now || step === 'ask' || step === 'wait';
  if (request.type === 'settings') return step === 'wait';
  if (request.type === 'skip') return step === 'run-agent';
  return request.type === 'abort' || (request.type === 'gate' && step === 'ask');
}

/**
 * Looks for requests while a step is under way. Its signal fires on the user's interrupt, on an abort, and on
 * `pause --now`; a plain pause is remembered and takes effect when the iteration has ended, or at once while
 * the loop only waits.
 */
export function watchControl(control: Control, interrupt: AbortSignal, step?: Step['type']): ControlWatch {
  const controller = new AbortController();
  const found: (ControlRequest | ForgedRequest)[] = [];
  let taking: Promise<void> | null = null;

  const cancel = () => controller.abort(interrupt.reason);
  if (interrupt.aborted) cancel();
  else interrupt.addEventListener('abort', cancel, { once: true });

  const take = async () => {
    const request = await control.take().catch(() => null);
    taking = null;
    if (!request) return;
    found.push(request);
    if (endsStep(request, step))
      controller.abort(request.type === 'skip' ? new Skipped() : new Error(`${request.type} requested`));
  };
  const timer = setInterval(() => {
    if (!taking && !controller.signal.aborted) taking = take();
  }, POLL_MS);

  return {
    signal: controller.signal,
    requests: () => found,
    async stop() {
      clearInterval(timer);
      interrupt.removeEventListener('abort', cancel);
      await taking;
      found.push(...(await takeAll(control)));
    },
  };
}

/** More than this is not left by people; the rest waits for the next step. */
const MOST_AT_ONCE = 50;

export async function takeAll(control: Control): Promise<(ControlRequest | ForgedRequest)[]> {
  const found: (ControlRequest | ForgedRequest)[] = [];
  while (found.length < MOST_AT_ONCE) {
    const request = await control.take().catch(() => null);
    if (!request) break;
    found.push(request);
  }
  return found;
}
