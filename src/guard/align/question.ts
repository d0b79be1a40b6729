import type { Loss } from '../finding/types.ts';
import type { TreeComparison } from './compare.ts';

/** Asked of a loss and of the two trees it was found in. */
export type Question = (loss: Loss, comparison: TreeComparison) => boolean;

export const pathOf = ({ place: { before, after } }: Loss): string => before?.path ?? after?.path ?? '';

export const pathNowOf = ({ place: { before, after } }: Loss): string => after?.path ?? before?.path ?? '';
