import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../config/errors.ts';
import { evolve } from '../../core/evolve.ts';
import { promptContext } from '../../core/prompt.ts';
import { currentIteration, type LoopState } from '../../core/state.ts';
import { estimateTokens } from '../../core/tokens.ts';
import { renderSections, type Section } from '../../prompt/sections.ts';
import { redactor } from '../../redact/redact.ts';
import type { LoopEntry } from '../../store/find-loop.ts';
import { checkLog } from '../../store/read-log.ts';
import type { CommandContext } from '../context.ts';
import { readLoop, splitTarget } from '../loop-reading.ts';

interface Shown {
  iteration: number;
  /** It was sent; else it is what would be. */
  sent: boolean;
  text: string;
  /** Null where the prompt was made by a version of Jumar that writes it otherwise. */
  sections: Section[] | null;
}

/** The prompt alone on stdout, byte for byte; what it costs on stderr. */
export default async function prompt(
  context: CommandContext,
  first: string | undefined,
  second: string | undefined,
  { json = false }: { json?: boolean },
): Promise<number> {
  const { loop, trees } = splitTarget([first, second]);
  const { entry, state } = await readLoop(context, loop);
  const last = currentIteration(state);
  const next = last && last.decision === null && last.run !== null ? last.n : state.iterations.length;
  const iteration = trees[0] === undefined ? Math.max(1, next) : Number(trees[0]);
  const shown = await shownPrompt(context, entry, state, iteration);
  if (json) {
    const total = estimateTokens(shown.text);
    context.stdout.write(`${JSON.stringify({ loop: state.id, ...shown, tokens: total }, null, 2)}\n`);
    return 0;
  }
  context.stdout.write(shown.text);
  context.stderr.write(table(shown));
  return 0;
}

async function shownPrompt(
  context: CommandContext,
  entry: LoopEntry,
  state: LoopState,
  iteration: number,
): Promise<Shown> {
  const known = state.iterations[iteration];
  const redact = redactor(context.env);
  if (!known?.prompt) {
    if (known || iteration !== state.iterations.length) {
      const there = known ? 'was not made by an agent' : `does not exist; the next one is ${state.iterations.length}`;
      throw new UsageError(`iteration ${iteration} of ${state.id} ${there}`);
    }
    const { text, sections } = await renderSections(state.template, promptContext(state, iteration));
    return { iteration, sent: false, text: redact(text), sections };
  }
  const text = await readFile(join(entry.paths.folder, known.prompt.file), 'utf8').catch(() => {
    throw new UsageError(`the prompt of iteration ${iteration} is no longer kept`);
  });
  const before = await stateBefore(entry, iteration);
  const made = before && (await renderSections(before.template, promptContext(before, iteration)));
  const same = made && sha256(made.text) === known.prompt.sha256;
  return { iteration, sent: true, text, sections: same ? made.sections : null };
}

/** What was known when the iteration's prompt was made. */
async function stateBefore(entry: LoopEntry, iteration: number): Promise<LoopState | null> {
  let state: LoopState | null = null;
  let before: LoopState | null = null;
  await checkLog({ path: entry.paths.log, headPath: entry.paths.head, loop: entry.id }, (record) => {
    if (record.event.type === 'agent-started' && record.event.iteration === iteration) before = state;
    state = evolve(state, record);
  });
  return before;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function table({ iteration, sent, text, sections }: Shown): string {
  const rows = sections ?? [];
  const total = { name: 'all', chars: [...text].length, tokens: estimateTokens(text) };
  const width = Math.max(...[...rows, total].map(({ name }) => name.length));
  const line = ({ name, chars, tokens }: Section) =>
    `  ${name.padEnd(width)}  ${String(tokens).padStart(6)} tokens  ${String(chars).padStart(7)} characters\n`;
  const unknown = sections === null ? '  its parts are not known: another version of jumar made it\n' : '';
  return `iteration ${iteration} ${sent ? 'was' : 'would be'} sent (tokens are estimated):\n${[...rows, total].map(line).join('')}${unknown}`;
}
