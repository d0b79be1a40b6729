import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFold } from '../core/fold.ts';
import { ownStrategy } from '../core/progress/own-strategy.ts';
import { promptContext } from '../core/prompt/prompt.ts';
import { renderSections, type Section } from '../core/prompt/sections.ts';
import { currentIteration, type LoopState } from '../core/state/state.ts';
import { redactor } from '../redact/redact.ts';
import type { LoopEntry } from '../store/find-loop.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';
import { openLoopLog } from './loop-log.ts';
import { readLoop } from './loop-reading.ts';

export interface FoundPrompt {
  iteration: number;
  /** True if it was sent; false for a preview. */
  sent: boolean;
  text: string;
  /** Null if another version of Jumar created the prompt in a different form. */
  sections: Section[] | null;
}

/** The prompt of an iteration, sent or not; without a number, of the next one. */
export async function readPrompt(
  context: AppContext,
  { loop, iteration }: { loop?: string | undefined; iteration?: number | undefined },
): Promise<{ loop: string; prompt: FoundPrompt }> {
  const { entry, state } = await readLoop(context, loop);
  const last = currentIteration(state);
  const next = last && last.decision === null && last.run !== null ? last.n : state.iterations.length;
  return { loop: state.id, prompt: await findPrompt(context, entry, state, iteration ?? Math.max(1, next)) };
}

async function findPrompt(
  context: AppContext,
  entry: LoopEntry,
  state: LoopState,
  iteration: number,
): Promise<FoundPrompt> {
  const sentIteration = state.iterations[iteration];
  const redact = redactor(context.env);
  if (!sentIteration?.prompt) {
    if (sentIteration || iteration !== state.iterations.length) {
      const problem = sentIteration
        ? 'was not made by an agent'
        : `does not exist; the next one is ${state.iterations.length}`;
      throw new UsageError(`iteration ${iteration} of ${state.id} ${problem}`);
    }
    const { text, sections } = await renderSections(
      state.template,
      promptContext(state, iteration, await ownStrategy(state)),
    );
    return { iteration, sent: false, text: redact(text), sections };
  }
  const text = await readFile(join(entry.paths.folder, sentIteration.prompt.file), 'utf8').catch(() => {
    throw new UsageError(`the prompt of iteration ${iteration} was removed`);
  });
  const before = await stateBefore(entry, iteration);
  const rendered =
    before && (await renderSections(before.template, promptContext(before, iteration, await ownStrategy(before))));
  const same = rendered && sha256(rendered.text) === sentIteration.prompt.sha256;
  return { iteration, sent: true, text, sections: same ? rendered.sections : null };
}

/** The state at the time the iteration's prompt was created. */
async function stateBefore(entry: LoopEntry, iteration: number): Promise<LoopState | null> {
  const folding = createFold();
  let before: LoopState | null = null;
  await openLoopLog(entry).scan((record) => {
    if (record.event.type === 'agent-started' && record.event.iteration === iteration) before = folding.state();
    folding.add(record);
  });
  return before;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
