import { UsageError } from '../../../system/usage-error.ts';

/** `jumar diff 3` means iteration 3 of the latest loop: ids are never bare numbers. Trees are iterations or kept ones. */
export function splitTarget(args: readonly (string | undefined)[]): { loop: string | undefined; trees: string[] } {
  const given = args.filter((arg) => arg !== undefined);
  const loop = given[0] !== undefined && !TREE.test(given[0]) ? given[0] : undefined;
  const rest = loop === undefined ? given : given.slice(1);
  for (const tree of rest) {
    if (!TREE.test(tree))
      throw new UsageError(`'${tree}' is not an iteration`, 'iterations are numbers; 0 is before the loop');
  }
  return { loop, trees: rest };
}

const TREE = /^(?:\d+(?:-as-left)?|before-setup|(?:saved|before-apply)-\d+)$/;
