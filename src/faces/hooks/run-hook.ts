import { isBeneathLoop } from '../../app/beneath-agent.ts';
import type { AppContext } from '../../app/context.ts';
import { beginTurn } from '../../app/outside/begin-turn.ts';
import { endTurn } from '../../app/outside/end-turn.ts';
import { answerToProblem, answerToPrompt, answerToStop, type HookAnswer } from './answer.ts';
import type { Dialect } from './dialect.ts';
import { readCall } from './read-call.ts';

/**
 * Answers one call of an agent's hook. Never rejects, and holds the agent only for what was judged: a problem of Jumar's own, or of its
 * input, lets it go on and says why. Inside a loop of Jumar's own it says nothing, as that loop judges.
 */
export async function runHook(
  context: AppContext,
  dialect: Dialect,
  input: string,
  signal: AbortSignal,
): Promise<HookAnswer> {
  if (context.env.JUMAR_HOOK === 'off' || (await isBeneathLoop(context))) return null;
  const call = readCall(input, dialect);
  if (call.kind === 'other') return null;
  if (call.kind === 'unreadable') return answerToProblem(call.why);
  const here = { ...context, cwd: call.cwd };
  const name = { agent: dialect.agent, session: call.session };
  try {
    if (call.kind === 'begin') return answerToPrompt(await beginTurn(here, { ...name, task: call.prompt }, signal));
    const { isSentBack, said } = call;
    return answerToStop(await endTurn(here, { ...name, isSentBack, said }, signal), dialect);
  } catch (error) {
    return answerToProblem(signal.aborted ? 'the judge was interrupted' : (error as Error).message);
  }
}
