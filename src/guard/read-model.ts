import { createHash } from 'node:crypto';
import { extract } from './languages/extract.ts';
import { languageOf } from './languages/index.ts';
import type { FileModel } from './model.ts';
import { parse } from './parse.ts';
import { compact } from './share.ts';

const cache = new Map<string, FileModel>();
const kept = 600;

/** The model of one version of a file, or null where the language is unknown; parsed once per content. */
export async function readModel(path: string, content: string, like = path): Promise<FileModel | null> {
  const language = languageOf(path) ?? languageOf(like);
  if (!language) return null;
  const key = `${path}\0${createHash('sha1').update(content).digest('hex')}`;
  const known = cache.get(key);
  if (known) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const model = compact(extract(await parse(language.grammar, content), path, language.dialect));
  cache.set(key, model);
  if (cache.size > kept) cache.delete(cache.keys().next().value!);
  return model;
}
