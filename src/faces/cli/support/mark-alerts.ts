import { alertId } from '../../../app/alert-ids.ts';
import { type MarkResult, markAlerts } from '../../../app/mark-alerts.ts';
import { writeSuppressions } from '../../../app/suppressing.ts';
import { isMarked } from '../../../core/findings/marks.ts';
import { raisedIn } from '../../../core/findings/raised.ts';
import { outcomes } from '../../../core/state/outcome.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { projectionSources } from '../../reports/files/projection-sources.ts';
import { project } from '../../reports/files/projections.ts';
import type { CommandContext } from './context.ts';
import { say } from './output.ts';

export interface MarkOptions {
  falsePositive?: boolean;
  undo?: boolean;
  reason?: string;
  suppress?: boolean;
  loop?: string;
}

const SHOWN = 5;

/** Records marks on alerts and prints what still blocks. */
export async function recordMarks(
  context: CommandContext,
  ids: readonly string[],
  { falsePositive = false, reason, suppress = false, loop }: MarkOptions,
): Promise<number> {
  const note = (problem: string) => void context.stderr.write(`note: ${problem}\n`);
  const sources = projectionSources(context.env);
  const result = await markAlerts(context, {
    ...{ ids, loop, falsePositive, reason, suppress },
    observe: (event, state) => project(state, event, note, sources),
  });
  for (const one of result.alerts) {
    const already = isMarked(result.before, one.key) === falsePositive ? ' already' : '';
    const what = falsePositive ? 'marked a false positive' : 'no longer marked';
    say(context, `${alertId(one)} is${already} ${what}: ${one.text}\n`);
  }
  if (suppress) await suppressPatterns(context, result);
  tellWhatRemains(context, result.state);
  return 0;
}

async function suppressPatterns({ stdout }: CommandContext, { reading, suppressions }: MarkResult): Promise<void> {
  const file = await writeSuppressions(reading, suppressions);
  for (const { pattern, path } of suppressions)
    stdout.write(`  ${pattern} is now off for ${path}, in ${file}; commit that file to keep it\n`);
  if (canGoOn(reading.state))
    stdout.write(
      '  jumar resume treats that file as your edit and continues from there. To keep a blocked iteration:\n' +
        '  remove the file, resume, and suppress after the loop has ended\n',
    );
}

function tellWhatRemains({ stdout }: CommandContext, state: LoopState): void {
  const open = raisedIn(state).filter(({ blocking, approved, marked }) => blocking && !approved && !marked);
  for (const one of open.slice(0, SHOWN)) stdout.write(`  still blocks: ${alertId(one)}  ${one.text}\n`);
  if (open.length > SHOWN) stdout.write(`  and ${open.length - SHOWN} more: jumar alerts ${state.id}\n`);
  if (canGoOn(state)) stdout.write(`continue with: jumar resume ${state.id}\n`);
}

function canGoOn({ ended }: LoopState): boolean {
  return !ended || outcomes[ended.ending].resumable;
}
