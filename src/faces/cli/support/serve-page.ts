import { spawn } from 'node:child_process';
import { refuseBeneathAgent } from '../../../app/beneath-agent.ts';
import { abortOnInterrupt } from '../../../app/interrupts.ts';
import { serveUi } from '../../ui/serve.ts';
import { appContext, type CommandContext } from './context.ts';

const LOCAL = '127.0.0.1';

export interface PageOptions {
  port?: number;
  host?: string;
  open?: boolean;
  readOnly?: boolean;
}

/** Serves the page until it is interrupted. Enter prints a new link: each works once. */
export async function servePage(context: CommandContext, options: PageOptions): Promise<number> {
  await refuseBeneathAgent(context, 'ui');
  const { port = 0, host = LOCAL, open = false, readOnly = false } = options;
  const app = appContext(context);
  const page = await serveUi(app, { port, host, readOnly });
  if (host !== LOCAL && host !== 'localhost' && host !== '::1')
    app.warn?.(
      `the page can be reached from other machines by ${host}, without encryption; whoever has the link can act`,
    );
  context.stdout.write(`${page.url}\n`);
  app.note?.('the link works once; Enter prints a new one, Ctrl-C stops the server and no loop');
  if (open) openInBrowser(page.url, (problem) => app.warn?.(problem));

  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller);
  const onLine = () => void context.stdout.write(`${page.renew()}\n`);
  const { stdin } = context;
  if (stdin.isTTY) stdin.on('data', onLine);
  try {
    if (!controller.signal.aborted)
      await new Promise((resolve) => controller.signal.addEventListener('abort', resolve, { once: true }));
  } finally {
    stdin.off('data', onLine);
    stdin.pause();
    dispose();
    await page.close();
  }
  return 0;
}

function openInBrowser(url: string, onProblem: (problem: string) => void): void {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => onProblem(`${opener} could not be started: open the link yourself`));
  child.unref();
}
