import { offersFor } from '../completing.ts';
import { completionValues } from '../completion-values.ts';
import type { CommandContext } from '../context.ts';
import { buildProgram } from '../program.ts';

/** What the scripts of `jumar completions` ask at every press of Tab: one offer a line, a tab before its description. */
export default async function complete(context: CommandContext, words: readonly string[]): Promise<number> {
  const program = buildProgram(context, { code: 0 });
  const offers = await offersFor(program, words, completionValues(context));
  const lines = offers.map(({ value, description = '' }) => `${value}\t${description.replace(/\s+/g, ' ')}\n`);
  context.stdout.write(lines.join(''));
  return 0;
}
