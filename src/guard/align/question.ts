import type { Hit } from '../finding/types.ts';
import type { TreeComparison } from './compare.ts';

/** Asked of a loss and of the two trees it was found in. */
export type Question = (loss: Hit, comparison: TreeComparison) => boolean;

export const pathOf = ({ before, after }: Hit): string => before?.path ?? after?.path ?? '';
