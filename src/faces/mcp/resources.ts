import { readFile } from 'node:fs/promises';
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { AppContext } from '../../app/context.ts';
import { listLoops } from '../../app/list-loops.ts';
import { readLoop } from '../../app/loop-reading.ts';
import { completionReport } from '../reports/markdown.ts';
import { receiptOf } from '../reports/receipt.ts';

const MAX_LISTED = 20;

/** The report, the receipt and the log of each loop of this workspace. Secrets were hidden before they were stored. */
export function addResources(server: McpServer, context: AppContext): void {
  const add = (
    name: string,
    { description, mimeType }: { description: string; mimeType: string },
    read: (loop: string) => Promise<string>,
  ) => {
    const list = async () => {
      const loops = (await listLoops(context).catch(() => [])).slice(0, MAX_LISTED);
      return {
        resources: loops.map(({ id }) => ({ name: `${name} of ${id}`, uri: `jumar://loops/${id}/${name}`, mimeType })),
      };
    };
    const template = new ResourceTemplate(`jumar://loops/{loop}/${name}`, { list });
    server.registerResource(name, template, { description, mimeType }, async (uri, { loop }) => ({
      contents: [{ uri: uri.href, mimeType, text: await read(String(loop)) }],
    }));
  };
  const state = async (loop: string) => (await readLoop(context, loop)).state;
  add('report', { description: 'what happened in a loop, for people', mimeType: 'text/markdown' }, async (loop) =>
    completionReport(await state(loop)),
  );
  add(
    'receipt',
    { description: 'the checks of a loop with their results', mimeType: 'application/json' },
    async (loop) => JSON.stringify(receiptOf(await state(loop)), null, 2),
  );
  add(
    'log',
    { description: 'every recorded event of a loop, one a line', mimeType: 'application/x-ndjson' },
    async (loop) => readFile((await readLoop(context, loop)).entry.paths.log, 'utf8'),
  );
}
