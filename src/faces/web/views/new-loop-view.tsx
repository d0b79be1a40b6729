import { useEffect, useMemo, useState } from 'react';
import { loops } from '../data/loops.ts';
import { hrefOf } from '../data/route.ts';
import { useStore } from '../data/store.ts';
import { Result } from '../parts/result.tsx';
import { useAction } from '../parts/use-action.ts';
import { folderName } from '../parts/words.ts';

const LIMITS = [
  ['maxIterations', 'iterations', '10'],
  ['timeout', 'minutes', '60'],
  ['maxCost', 'US$', 'none'],
] as const;

/** A new loop in a project that has had one: first what would run, then the start. */
export function NewLoopView({ project: named }: { project: string | null }) {
  const all = useStore(loops);
  const projects = useMemo(() => {
    const roots = new Map((all ?? []).map(({ project, workspace }) => [project, workspace]));
    return [...roots].sort((a, b) => (folderName(a[1]) < folderName(b[1]) ? -1 : 1));
  }, [all]);
  const [chosen, choose] = useState(named ?? '');
  const project = chosen || (projects[0]?.[0] ?? '');
  const [task, setTask] = useState('');
  const [until, setUntil] = useState('');
  const [agent, setAgent] = useState('');
  const [worktree, setWorktree] = useState(false);
  const [limits, setLimits] = useState<Record<string, string>>({});
  const [shown, setShown] = useState('');
  const { busy, done, run } = useAction(project);
  useEffect(() => {
    document.title = 'New loop · Jumar';
  }, []);
  const request = {
    task: task.trim(),
    until: until
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    ...(agent.trim() && { agent: agent.trim() }),
    worktree,
    limits: Object.fromEntries(
      LIMITS.flatMap(([name]) => (Number(limits[name]) > 0 ? [[name, Number(limits[name])]] : [])),
    ),
  };
  const key = JSON.stringify([project, request]);
  const preview = async () => {
    const result = await run({ type: 'preview', ...request });
    setShown(result?.ok ? key : '');
  };
  const start = async () => {
    const result = await run({ type: 'start', ...request });
    const id = result?.ok ? /[a-z0-9][a-z0-9-]*-[0-9a-f]{8}/.exec(result.stdout)?.[0] : undefined;
    if (!id) return;
    const row = loops.get()?.find((one) => one.id === id);
    location.hash = hrefOf({ view: 'loop', project: row?.project ?? project, loop: id });
  };
  if (all !== null && projects.length === 0)
    return (
      <section className="empty">
        <h1>No project yet</h1>
        <p>
          The first loop of a project starts there: <code>jumar "make npm test pass"</code>.
        </p>
      </section>
    );
  return (
    <>
      <h1>New loop</h1>
      <form
        className="new-loop"
        onSubmit={(event) => {
          event.preventDefault();
          void (shown === key ? start() : preview());
        }}
      >
        <label>
          Project
          <select value={project} onChange={(event) => choose(event.target.value)}>
            {projects.map(([name, root]) => (
              <option key={name} value={name}>
                {root}
              </option>
            ))}
          </select>
        </label>
        <label>
          Task
          <textarea
            rows={3}
            required
            value={task}
            onChange={(event) => setTask(event.target.value)}
            placeholder="make npm test pass"
          />
        </label>
        <label>
          Checks, one a line; leave empty for those that Jumar finds
          <textarea rows={2} value={until} onChange={(event) => setUntil(event.target.value)} placeholder="npm test" />
        </label>
        <label>
          Agents, in order
          <input value={agent} onChange={(event) => setAgent(event.target.value)} placeholder="the first installed" />
        </label>
        <fieldset className="controls">
          <legend>At most</legend>
          {LIMITS.map(([name, unit, usual]) => (
            <label key={name} className="row">
              <input
                type="number"
                className="short"
                min={0}
                step={name === 'maxIterations' ? 1 : 'any'}
                value={limits[name] ?? ''}
                onChange={(event) => setLimits({ ...limits, [name]: event.target.value })}
                placeholder={usual}
              />{' '}
              {unit}
            </label>
          ))}
        </fieldset>
        <label className="row">
          <input type="checkbox" checked={worktree} onChange={(event) => setWorktree(event.target.checked)} /> work in a
          new git worktree
        </label>
        <p className="controls">
          <button type="submit" className="primary" disabled={busy || !task.trim() || !project}>
            {shown === key ? 'Start' : 'Show what would run'}
          </button>
          {shown === key && <span className="soft">Nothing has been started yet.</span>}
        </p>
      </form>
      <Result done={done} />
    </>
  );
}
