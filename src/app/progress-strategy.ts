import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { strategyNamed } from '../core/progress/index.ts';
import { isModulePath, strategyFrom } from '../core/progress/own-strategy.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';

/** The module that the strategy's name is the path of, if it is one; null for a built-in strategy. Warns of an unknown one. */
export async function readStrategy(context: AppContext, root: string, name: string) {
  if (!isModulePath(name)) {
    const { warning } = strategyNamed(name);
    if (warning) context.warn?.(warning);
    return null;
  }
  try {
    const source = await readFile(resolve(root, name), 'utf8');
    await strategyFrom(source);
    return { path: name, source };
  } catch (error) {
    throw new UsageError(`the progress strategy ${name} cannot be used: ${(error as Error).message}`);
  }
}
