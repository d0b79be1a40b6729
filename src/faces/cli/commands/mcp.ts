import type { CliCommand } from '../support/command.ts';
import { appContext } from '../support/context.ts';

export const mcp: CliCommand = {
  declare: (program) =>
    program
      .command('mcp')
      .description('serve the judge to agents and editors over MCP (stdin and stdout): verify, audit, measure, loops')
      .option('--read-only', 'without the tool that starts loops'),

  examples: [['mcp', 'in an MCP client, as the command of a server'], ['mcp --read-only']],

  async run(context, { readOnly = false }: { readOnly?: boolean }) {
    const [{ abortOnInterrupt }, { serveStdio }] = await Promise.all([
      import('../../../app/interrupts.ts'),
      import('../../mcp/serve.ts'),
    ]);
    const controller = new AbortController();
    const dispose = abortOnInterrupt(controller);
    try {
      await serveStdio(appContext(context), { isReadOnly: readOnly }, controller.signal);
      return 0;
    } finally {
      dispose();
    }
  },
};
