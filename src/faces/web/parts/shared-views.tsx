import { useEffect, useRef } from 'react';
import type { LoopState } from '../../../core/state/state.ts';
import { drawDiffs, drawFiles } from '../../report-page/diff-view.ts';
import { drawHeatMap } from '../../report-page/heat-map.ts';
import type { Payload } from '../../report-page/payload.ts';
import { loopPath, readJson } from '../data/api.ts';

/** The views that the report has, fed from the server. */

type Compared = Pick<Payload, 'files' | 'notes'>;
type Tests = Payload['tests'];

interface ViewProps {
  project: string;
  state: LoopState;
}

function readDiff(project: string, loop: string, from: number, to: number): Promise<Compared> {
  return readJson<Compared>(`${loopPath(project, loop)}/diff?from=${from}&to=${to}`);
}

export function Diffs({ project, state }: ViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof drawDiffs> | null>(null);
  const taken = state.iterations.filter(({ snapshot }) => snapshot).map(({ n }) => n);
  const key = JSON.stringify([taken, state.best]);
  const { id } = state;
  useEffect(() => {
    if (place.current) view.current = drawDiffs(place.current, (from, to) => readDiff(project, id, from, to));
  }, [project, id]);
  useEffect(() => {
    const [all, best] = JSON.parse(key) as [number[], number | null];
    view.current?.update(all, best ?? 0);
  }, [key]);
  return <div ref={place} />;
}

/** What an iteration would change of the project as it was before the loop. */
export function ChangeOf({ project, loop, n }: { project: string; loop: string; n: number }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    readDiff(project, loop, 0, n).then(
      (compared) => isCurrent && place.current && drawFiles(place.current, compared, false),
      (error: Error) => isCurrent && place.current?.replaceChildren(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [project, loop, n]);
  return <div ref={place}>Loading…</div>;
}

export function TestsMap({ project, state }: ViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof drawHeatMap> | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    if (place.current) view.current = drawHeatMap(place.current, controller.signal);
    return () => controller.abort();
  }, []);
  const measured = state.iterations.filter(({ testsFile }) => testsFile !== null).length;
  const path = `${loopPath(project, state.id)}/tests?seen=${measured}`;
  useEffect(() => {
    let isCurrent = true;
    readJson<Tests>(path).then(
      (tests) => isCurrent && view.current?.update(tests),
      (error: Error) => isCurrent && place.current?.replaceChildren(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return <div ref={place}>Loading…</div>;
}
