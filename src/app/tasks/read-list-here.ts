import { stateHome } from '../../store/home.ts';
import { findList, type ListReading } from '../../store/list-store.ts';
import type { AppContext } from '../context.ts';
import { projectHere } from '../project-here.ts';

/** A list of this workspace; the latest without an id. */
export async function readListHere(context: AppContext, id: string | undefined): Promise<ListReading> {
  return findList(await projectHere(context, await stateHome(context.env)), id);
}
