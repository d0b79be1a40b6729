import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasRunAgent, type LoopState } from '../../core/state/state.ts';
import { hiddenChecks } from '../../core/state/verification-settings.ts';
import { passedVariables } from '../../core/verification/passed-variables.ts';
import type { Place, Room } from '../../ports/room.ts';
import { findBwrap } from '../../process/bwrap.ts';
import { findOverlays } from '../../process/overlay.ts';
import type { GitWorkspace } from '../../workspace/index.ts';
import { hiddenSources } from '../safeguards/hidden.ts';
import { cagedSupervise, type Supervise } from './cage.ts';
import { roomFolder } from './choose-room.ts';
import { frozenHomeIn } from './freeze-outside.ts';
import { inPlaceRoom } from './in-place.ts';
import type { JudgedTree } from './intact-checker.ts';
import { openRoom, type RoomVisit } from './open-room.ts';
import { userRepositoryIn } from './own-repository.ts';

export interface JudgesRoomOptions {
  state: LoopState;
  workspace: GitWorkspace;
  project: { root: string; folder: string; shadow: string };
  /** Jumar's state, which checks must not see. */
  stateHome: string;
  env: NodeJS.ProcessEnv;
  /** Runs commands on this machine. */
  supervise: Supervise;
}

export interface JudgesRoom {
  room: Room;
  /** Runs whatever judges, in a cage if the room has one. What may run at the same time has another lane. */
  supervise(lane: 'checks' | 'measures'): Supervise;
  /** Where checks find the tree. */
  place: Place;
  /** What became of the tree while checks ran; null in place, where nobody can tell. */
  tree: JudgedTree | null;
}

/** The room that the session chose, with everything that belongs to it. */
export function openJudgesRoom(options: JudgesRoomOptions): JudgesRoom {
  const { state, workspace, project, env, supervise } = options;
  const place = { root: project.root, cwd: state.workspace.cwd };
  if (state.room.kind === 'in place') {
    return { room: inPlaceRoom(workspace, place, project.folder), supervise: () => supervise, place, tree: null };
  }
  const isMounted = state.room.kind === 'room';
  const folder = roomFolder(project.folder, state.id);
  const room = openRoom({
    folder,
    shadow: project.shadow,
    loop: state.id,
    workspace,
    place,
    isMounted,
    isNew: !hasRunAgent(state),
    outside: { home: env.HOME ?? null, stateHome: options.stateHome, path: env.PATH, temporary: env.TMPDIR },
    carry: state.settings.room.carry,
  });
  const caged = isMounted ? superviseInCage(folder, room.visit, options) : () => supervise;
  return { room, supervise: caged, place: room.place, tree: room.tree };
}

function superviseInCage(folder: string, visit: RoomVisit, options: JudgesRoomOptions): (lane: string) => Supervise {
  const { state, workspace, project, stateHome, env, supervise } = options;
  const { room: settings, verify } = state.settings;
  const found = findBwrap(env);
  if ('problem' in found) throw new Error(found.problem);
  const own = join(folder, 'git');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return cagedSupervise(supervise, {
    program: found.program,
    overlays: findOverlays(folder, found.program, env),
    room: join(folder, 'tree'),
    workspace: project.root,
    repository: workspace.repository && {
      own,
      mountedAt: userRepositoryIn(own),
      users: workspace.repository.commonDir,
    },
    stateHome,
    home: env.HOME ?? null,
    frozenHome: frozenHomeIn(folder),
    visit,
    masked: hiddenSources(hiddenChecks(verify), project.root),
    writable: settings.writable.map((path) => resolve(project.root, path.replace(/^~(?=\/|$)/, env.HOME ?? '~'))),
    hasNetwork: settings.network === 'on',
    passed: passedVariables(state.settings, state.criteria),
  });
}
