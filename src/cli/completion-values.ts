import type { Offer, ValuesAt } from './completing.ts';
import type { CommandContext } from './context.ts';

type Values = (context: CommandContext, given: readonly string[]) => Promise<readonly (string | Offer)[]>;

/** What may stand where, from the lists that the commands themselves choose from. A place with its command's path goes first. */
const values: Record<string, Values> = {
  '<loop>': loops,
  '--loop': loops,
  '<iteration>': iterations,
  '<from>': iterations,
  '<to>': iterations,
  'gate <answer>': async () => [
    { value: 'show', description: 'what is asked' },
    { value: 'approve', description: 'take it as it is' },
    { value: 'reject', description: 'go on without it' },
    { value: 'abort', description: 'end the loop' },
  ],
  'completions <shell>': async () => (await import('./completions.ts')).shells,
  '<key>': async () => (await import('../config/keys.ts')).configKeys().map(settingOffer),
  'alerts mark <id>': alerts,
  '--agent': agents,
  '--sandbox': async () => ['none', 'agent', 'bwrap', 'srt'],
  '--coverage': async () => ['found', 'auto', 'off'],
  '--type': loopTypes,
  'report --format': async () => Object.keys((await import('../reporters/report-formats.ts')).reportFormats),
  'analytics --format': async () => (await import('./commands/analytics.ts')).analyticsFormats,
  'analytics --since': async () => ['24h', '7d', '4w'],
  'audit --format': async () => Object.keys((await import('../guard/reporters/index.ts')).reporters),
  'audit --explain': async () =>
    (await import('../guard/patterns/index.ts')).patterns.map(({ id, name }) => ({ value: id, description: name })),
};

/** Whatever cannot be found out is nothing to offer: a key pressed in a shell is no place for an error. */
export function completionValues(context: CommandContext): ValuesAt {
  return async ({ path, name, given }) => {
    const find = values[`${path} ${name}`] ?? values[name];
    const found = (await find?.(context, given).catch(() => [])) ?? [];
    return found.map((one) => (typeof one === 'string' ? { value: one } : one));
  };
}

async function loops(context: CommandContext): Promise<Offer[]> {
  const [{ stateHome }, { projectHere }, { summaries }] = await Promise.all([
    import('../store/home.ts'),
    import('./project-here.ts'),
    import('./summaries.ts'),
  ]);
  const found = await summaries([await projectHere(context, await stateHome(context.env))]);
  return found.map(({ id, status, summary }) => ({ value: id, description: `${status}: ${summary?.task ?? ''}` }));
}

/** Of the loop that was named, or of the latest: the first argument may be an iteration already. */
async function iterations(context: CommandContext, given: readonly string[]): Promise<Offer[]> {
  const { readLoop } = await import('./loop-reading.ts');
  const { state } = await readLoop(
    context,
    given.find((word) => !/^\d+$/.test(word)),
  );
  return state.iterations.map(({ n, decision }) => ({
    value: String(n),
    description: n === 0 ? 'before the loop' : n === state.best ? 'best' : (decision?.reason ?? 'not judged yet'),
  }));
}

async function alerts(context: CommandContext): Promise<Offer[]> {
  const [{ readLoop }, { raisedIn }, { alertId }] = await Promise.all([
    import('./loop-reading.ts'),
    import('../core/raised.ts'),
    import('./alert-ids.ts'),
  ]);
  const { state } = await readLoop(context, undefined);
  return raisedIn(state).map((raised) => ({ value: alertId(raised), description: raised.text }));
}

async function agents(): Promise<Offer[]> {
  const { adapters } = await import('../agents/index.ts');
  return adapters
    .filter(({ name }) => name !== 'command')
    .map(({ name, title }) => ({ value: name, description: title }));
}

async function loopTypes({ env, cwd }: CommandContext): Promise<string[]> {
  const [{ loopTypeNames }, { locateWorkspace }] = await Promise.all([
    import('../loop-types/load.ts'),
    import('../workspace/locate.ts'),
  ]);
  return loopTypeNames({ env, workspace: await locateWorkspace(cwd), configured: [] });
}

const settingOffer = ({ name, description }: { name: string; description: string }): Offer => ({
  value: name,
  description,
});
