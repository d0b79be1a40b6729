import { workspaceContract } from '../testing/workspace-contract.ts';
import { scratch } from './scratch.ts';

workspaceContract('the git workspace', async () => {
  const { root, open, remove } = scratch('git');
  return { root, workspace: await open(), close: async () => remove() };
});
