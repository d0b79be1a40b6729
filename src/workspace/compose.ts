import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { joinNul, splitNul } from '../system/paths.ts';
import { assertName, readRecord, writeRecord } from './record.ts';
import type { Shadow } from './shadow.ts';
import { setReference, type WorkspaceParts } from './snapshot.ts';

/** A file's new content, by its path as people write it. */
export interface ComposedFile {
  path: string;
  content: Buffer;
}

/** Records as `refs/jumar/<name>` the snapshot with these files in it. Permissions stay. Does not touch the workspace. */
export async function composeSnapshot(
  { shadow, referencedTrees }: WorkspaceParts,
  name: string,
  commit: string,
  files: readonly ComposedFile[],
): Promise<{ commit: string; tree: string }> {
  assertName(name);
  const record = await readRecord(shadow, commit);
  const tree = files.length === 0 ? record.tree : await treeWith(shadow, record.tree, files);
  const composed = await writeRecord(shadow, { ...record, name, tree }, [commit]);
  await setReference(shadow, `refs/jumar/${name}`, composed);
  referencedTrees.add(tree);
  return { commit: composed, tree };
}

async function treeWith(shadow: Shadow, tree: string, files: readonly ComposedFile[]): Promise<string> {
  const index = join(shadow.dir, `compose-${process.pid}.index`);
  const env = { ...shadow.options().env, GIT_INDEX_FILE: index };
  const { stdout } = await shadow.run(['ls-tree', '-r', '-z', tree]);
  const modes = new Map(
    splitNul(stdout).map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf(' '))] as const),
  );
  try {
    await shadow.run(['read-tree', tree], { env });
    const entries: string[] = [];
    for (const { path, content } of files) {
      const { stdout: id } = await shadow.run(['hash-object', '-w', '--stdin', '--no-filters'], { input: content });
      const bytes = Buffer.from(path).toString('latin1');
      entries.push(`${modes.get(bytes) ?? '100644'} ${id.toString().trim()}\t${bytes}`);
    }
    await shadow.run(['update-index', '--add', '--replace', '-z', '--index-info'], { env, input: joinNul(entries) });
    return (await shadow.run(['write-tree'], { env })).stdout.toString().trim();
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}
