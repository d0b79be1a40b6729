import { join } from 'node:path';
import { hasRunAgent, type LoopState } from '../../core/state/state.ts';
import type { Place, Room } from '../../ports/room.ts';
import { findBwrap } from '../../process/bwrap.ts';
import type { GitWorkspace } from '../../workspace/index.ts';
import { cagedSupervise, type Supervise } from './cage.ts';
import { roomFolder } from './choose-room.ts';
import { inPlaceRoom } from './in-place.ts';
import type { JudgedTree } from './intact-checker.ts';
import { userRepositoryIn } from './link-repository.ts';
import { openRoom } from './open-room.ts';

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
  /** Runs whatever judges, in a cage if the room has one. */
  supervise: Supervise;
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
    return { room: inPlaceRoom(workspace, place, project.folder), supervise, place, tree: null };
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
    home: isMounted ? (env.HOME ?? null) : null,
  });
  const caged = isMounted ? superviseInCage(folder, options) : supervise;
  return { room, supervise: caged, place: room.place, tree: room.tree };
}

function superviseInCage(folder: string, options: JudgesRoomOptions): Supervise {
  const { workspace, project, stateHome, env, supervise } = options;
  const found = findBwrap(env);
  if ('problem' in found) throw new Error(found.problem);
  const own = join(folder, 'git');
  return cagedSupervise(supervise, {
    program: found.program,
    room: join(folder, 'tree'),
    workspace: project.root,
    repository: workspace.repository && {
      own,
      mountedAt: userRepositoryIn(own),
      users: workspace.repository.commonDir,
    },
    stateHome,
    home: env.HOME ?? null,
    frozenHome: join(folder, 'home'),
  });
}
