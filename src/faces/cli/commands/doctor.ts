import type { CliCommand } from '../support/command.ts';
import { say, textSize } from '../support/output.ts';
import { withJson } from '../support/shared-options.ts';

export const doctor: CliCommand = {
  declare: (program) =>
    withJson(program.command('doctor')).description('show what Jumar finds on this machine and in this project'),

  examples: [['doctor'], ['doctor --json']],

  /** Exits with 0 if a loop could run. */
  async run(context, { json = false }: { json?: boolean }) {
    const { examineMachine } = await import('../../../app/doctor/examine.ts');
    const rows = await examineMachine(context);
    const isReady = rows.every(([, , ok]) => ok !== false);
    if (json) {
      const found = rows.map(([name, value, ok]) => ({ name, value, ok: ok !== false, there: ok === true }));
      context.stdout.write(`${JSON.stringify({ ok: isReady, found }, null, 2)}\n`);
    } else {
      const { glyphs } = textSize(context);
      for (const [name, value, ok] of rows) {
        const mark = ok === null ? '–' : ok ? glyphs.pass : glyphs.fail;
        say(context, `${mark.padEnd(glyphs.fail.length)} ${name.padEnd(16)} ${value}\n`);
      }
    }
    return isReady ? 0 : 2;
  },
};
