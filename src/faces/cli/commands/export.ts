import type { CliCommand } from '../support/command.ts';
import { appContext } from '../support/context.ts';
import { writeOutput } from '../support/output.ts';

export const exportLoop: CliCommand = {
  declare: (program) =>
    program
      .command('export')
      .description('print the full state of a loop as JSON (schema: schemas/loop-state.schema.json)')
      .argument('[loop]')
      .option('--out <file>', 'write to this file instead of stdout'),

  examples: [['export --out ../loop.json'], ['export fix-the-parser | jq .status']],

  async run(context, loop: string | undefined, { out }: { out?: string }) {
    const [{ readLoop }, { readExportFacts }, { noteOutputInside }, exporter] = await Promise.all([
      import('../../../app/loop-reading.ts'),
      import('../../../app/export-facts.ts'),
      import('../../../app/output-inside.ts'),
      import('../../export/export-loop.ts'),
    ]);
    const reading = await readLoop(context, loop);
    const exported = await exporter.exportLoop(reading.state, reading.status, await readExportFacts(reading));
    await writeOutput(context, `${JSON.stringify(exported, null, 2)}\n`, out);
    await noteOutputInside(appContext(context), reading.state, out);
    return 0;
  },
};
