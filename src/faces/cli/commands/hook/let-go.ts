import type { CliCommand } from '../../support/command.ts';
import { say } from '../../support/output.ts';

export const off: CliCommand = {
  declare: (parent) =>
    parent.command('off').description("let the agents' open sessions in this folder stop without being judged"),
  examples: [['hook off']],
  async run(context) {
    const { letGo } = await import('../../../../app/outside/let-go.ts');
    const sessions = await letGo(context, true);
    say(context, `${countText(sessions.length)} let go; new ones are judged. To judge them again: jumar hook on\n`);
    return 0;
  },
};

export const on: CliCommand = {
  declare: (parent) => parent.command('on').description('judge them again, from their next prompt on'),
  examples: [['hook on']],
  async run(context) {
    const { letGo } = await import('../../../../app/outside/let-go.ts');
    say(context, `${countText((await letGo(context, false)).length)} judged again from the next prompt on\n`);
    return 0;
  },
};

export const status: CliCommand = {
  declare: (parent) => parent.command('status').description("list the agents' sessions in this folder"),
  examples: [['hook status']],
  async run(context) {
    const { listSessions } = await import('../../../../app/outside/let-go.ts');
    const sessions = await listSessions(context);
    if (sessions.length === 0) say(context, 'no session of an agent was judged here; jumar hook install <agent>\n');
    for (const { agent, session, loop, isOff } of sessions)
      say(context, `${agent}  ${session}  ${isOff ? 'let go' : (loop ?? 'judged from the next prompt on')}\n`);
    return 0;
  },
};

function countText(count: number): string {
  return count === 1 ? '1 session is' : `${count} sessions are`;
}
