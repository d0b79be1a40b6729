import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { AppContext } from '../../app/context.ts';
import { isForPeople } from '../../app/failures.ts';
import { version } from '../../system/version.ts';
import { addResources } from './resources.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools/index.ts';

const INSTRUCTIONS = `Jumar judges changes by checks that a machine runs. Before you say that work is done, call verify: it runs the project's checks and looks for
lost or weakened tests. Its verdict is what a person's judge will say, so fix what it names. Nothing here approves a finding or changes how you are judged: ask the person.`;

/** A server for one workspace. No tool approves, marks, applies or changes settings: these are a person's. */
export function createServer(context: AppContext, { isReadOnly }: { isReadOnly: boolean }): McpServer {
  const server = new McpServer({ name: 'jumar', version: version() }, { instructions: INSTRUCTIONS });
  for (const one of tools()) if (!(isReadOnly && one.writes)) addTool(server, context, one);
  addResources(server, context);
  return server;
}

/** A problem that a person or an agent can solve is the tool's answer, not a failure of the protocol. */
function addTool(
  server: McpServer,
  context: AppContext,
  { name, title, description, input, output, writes, run }: Tool,
) {
  const annotations = { readOnlyHint: !writes, destructiveHint: false, idempotentHint: !writes, openWorldHint: false };
  const config = { title, description, inputSchema: input, outputSchema: output, annotations };
  server.registerTool(name, config, async (args, { signal }) => {
    try {
      const { text, result } = await run(args, { context, signal });
      return { content: [{ type: 'text', text }], structuredContent: result };
    } catch (error) {
      const hint = isForPeople(error) && error.hint ? `\n${error.hint}` : '';
      return { isError: true, content: [{ type: 'text', text: `${(error as Error).message}${hint}` }] };
    }
  });
}
