import { createHash } from 'node:crypto';
import { extract } from '../syntax/languages/extract.ts';
import { languageOf } from '../syntax/languages/index.ts';
import type { FileModel } from '../syntax/model.ts';
import { parse } from '../syntax/parse.ts';
import { compact } from './share.ts';

const cache = new Map<string, FileModel>();
const maxEntries = 600;

/** The model of one version of a file, or null if the language is not supported. Parsed once per content. */
export async function readModel(path: string, content: string, like = path): Promise<FileModel | null> {
  const language = languageOf(path) ?? languageOf(like);
  if (!language) return null;
  const key = `${path}\0${createHash('sha1').update(content).digest('hex')}`;
  const cached = cache.get(key);
  if (cached) {
    cache.delete(key);
    cache.set(key, cached);
    return cached;
  }
  const model = compact(extract(await parse(language.grammar, content), path, language.dialect));
  cache.set(key, model);
  if (cache.size > maxEntries) cache.delete(cache.keys().next().value!);
  return model;
}
