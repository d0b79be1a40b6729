import { scratch } from '../../test/support/scratch-workspace.ts';
import { workspaceContract } from '../testing/workspace.contract.ts';

workspaceContract('the git workspace', async () => {
  const { root, open, remove } = scratch('git');
  return { root, workspace: await open(), close: async () => remove() };
});
