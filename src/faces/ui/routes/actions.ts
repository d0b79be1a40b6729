import { z } from 'zod';
import { loopEntryIn } from '../../../app/loop-reading.ts';
import { runJumar, startJumar } from '../../../app/run-jumar.ts';
import { actionSchema, commandOf } from '../commands.ts';
import type { Route, UiContext } from '../routes.ts';

const path = '/api/v1/projects/:project/actions';

export const actions: Route = {
  method: 'post',
  path,
  summary:
    'Does what a person wants in a project by running the `jumar` command for it in its workspace. The answer says which command it ' +
    'was, and what it printed.',
  body: z.toJSONSchema(actionSchema, { io: 'input' }),
  answers: '{ok, command, code, stdout, stderr}; code is null while a loop runs on',
  add: (app, context) =>
    void app.post(path, async (c) => {
      const parsed = actionSchema.safeParse(await c.req.json().catch(() => null));
      if (!parsed.success) return c.json({ code: 'bad-action', message: z.prettifyError(parsed.error) }, 400);
      const action = parsed.data;
      const cwd = await workspaceOf(context, c.req.param('project'), 'loop' in action ? action.loop : null);
      if (cwd === null) return c.json({ code: 'no-project', message: 'there is no such project' }, 404);
      const { args, staysRunning } = commandOf(action);
      const run = await (staysRunning ? startJumar : runJumar)({ ...context, cwd }, args);
      const ok = run.code === null || run.code === 0;
      return c.json({ ok, command: ['jumar', ...args], ...run }, ok ? 200 : 409);
    }),
};

/** Where the command runs: only in the workspace of a project that has loops. */
async function workspaceOf(context: UiContext, project: string, loop: string | null): Promise<string | null> {
  if (loop !== null) return (await loopEntryIn(context, project, loop)).project.root;
  const rows = [...(await context.loops.all()), ...(await context.lists.all())];
  return rows.find((row) => row.project === project)?.workspace ?? null;
}
