import type { FilePair } from '../align/files.ts';
import { isConfig } from '../config/facts.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Change, Loss } from '../finding/types.ts';

const flag = /([\w.-]*(?:enable|feature|flag)[\w.-]*)["'\s]*(?::\s*bool(?:ean)?\s*)?[:=]\s*(true|false)\b/gi;

export function flagsOff(files: FilePair[], changes: Change[]): Loss[] {
  const inTests = new Set(files.filter((pair) => pair.after?.role === 'test').map((pair) => pair.path));
  return changes.flatMap((change) => {
    if (change.before === null || change.after === null || inTests.has(change.path)) return [];
    if (
      !/\.(ts|tsx|js|jsx|mjs|cjs|py|go|rs|java|json|ya?ml|toml|properties|env)$/.test(change.path) ||
      isConfig(change.path)
    )
      return [];
    const old = flagsIn(change.before);
    return [...flagsIn(change.after)]
      .filter(([name, on]) => on === 'false' && old.get(name) === 'true')
      .map(([name]) => {
        const line = change.after!.slice(0, change.after!.indexOf(name)).split('\n').length;
        const before = atFile(change.oldPath ?? change.path, `${name}: true`);
        return lossOf(
          before,
          at(change.path, { line, text: `${name}: false` }),
          ['flag-off', name],
          [name, change.path],
        );
      });
  });
}

function flagsIn(text: string): Map<string, string> {
  const lines = text
    .split('\n')
    .filter((line) => line.length < 300 && /enable|feature|flag/i.test(line) && /true|false/i.test(line));
  return new Map(
    lines.flatMap((line) => [...line.matchAll(flag)].map((match) => [match[1]!, match[2]!.toLowerCase()] as const)),
  );
}
