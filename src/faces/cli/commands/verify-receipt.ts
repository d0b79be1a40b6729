import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';

export const verifyReceipt: CliCommand = {
  declare: (program) =>
    program
      .command('verify-receipt')
      .description('check a receipt against the log and the tree: a result.json, or a commit that `jumar apply` made')
      .argument('<receipt>', 'a file or a commit'),

  examples: [
    ['verify-receipt HEAD', 'exits 0 if all of it holds, 1 if something is wrong, 7 if not all could be checked'],
    ['verify-receipt result.json'],
  ],

  async run(context, name: string) {
    const [{ readReceiptLoop, readReceiptSubject }, { namedIn, rowsAgainstLog, treeRow }] = await Promise.all([
      import('../../../app/receipt-subject.ts'),
      import('../../reports/check-receipt.ts'),
    ]);
    const subject = await readReceiptSubject(context, name);
    const { loop } = namedIn(subject);
    const reading = await readReceiptLoop(context, loop);
    const against =
      'problem' in reading
        ? [{ what: 'log', outcome: reading.isDamaged ? 'broken' : 'not checked', detail: reading.problem } as const]
        : rowsAgainstLog(subject, reading.state);
    const rows = [...against, treeRow(subject)];
    for (const { what, outcome, detail } of rows) say(context, `${outcome.padEnd(11)}  ${what}: ${detail}\n`);
    if (rows.some(({ outcome }) => outcome === 'broken')) return 1;
    return rows.some(({ outcome }) => outcome === 'not checked') ? 7 : 0;
  },
};
