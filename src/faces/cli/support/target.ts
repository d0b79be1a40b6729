import { UsageError } from '../../../system/usage-error.ts';

/** `jumar diff 3` means iteration 3 of the latest loop: ids are never bare numbers. A tree is an iteration or saved work. */
export function splitTarget(args: readonly (string | undefined)[]): { loop: string | undefined; trees: string[] } {
  const values = args.filter((arg) => arg !== undefined);
  const loop = values[0] !== undefined && !TREE.test(values[0]) ? values[0] : undefined;
  const trees = loop === undefined ? values : values.slice(1);
  for (const tree of trees) {
    if (!TREE.test(tree))
      throw new UsageError(`'${tree}' is not an iteration`, 'iterations are numbers; 0 is before the loop');
  }
  return { loop, trees };
}

const TREE = /^(?:\d+(?:-as-left)?|before-setup|(?:saved|before-(?:apply|rollback)|set-aside)-\d+)$/;
