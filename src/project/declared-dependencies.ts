import { type Fields, fieldsOrEmpty } from '../core/text/foreign-json.ts';
import { type Folder, openFolder, readJson } from './folder.ts';
import { foldersUpwards } from './folders-upwards.ts';

/**
 * The packages that the project names as its own dependencies, in the manifests of `cwd` and of the folders above it up to
 * the root; sorted. What is not here is for the agent to add. Never rejects.
 */
export async function declaredDependencies(root: string, cwd: string): Promise<string[]> {
  const folders = foldersUpwards(root, cwd).map((path) => openFolder(path));
  const names = await Promise.all(folders.flatMap((folder) => [nodeNames(folder), pythonNames(folder)]));
  return [...new Set(names.flat())].sort();
}

async function nodeNames(folder: Folder): Promise<string[]> {
  const manifest = await readJson(folder, 'package.json');
  const groups = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies];
  return groups.flatMap((group) => Object.keys(fieldsOrEmpty(group)));
}

async function pythonNames(folder: Folder): Promise<string[]> {
  const files = (await folder.list()).filter((name) => /^requirements.*\.txt$/.test(name));
  const lines = (await Promise.all(files.map((file) => folder.read(file)))).flatMap((text) => text.split('\n'));
  const manifest = await toml(await folder.read('pyproject.toml'));
  const project = fieldsOrEmpty(manifest.project);
  const poetry = fieldsOrEmpty(fieldsOrEmpty(manifest.tool).poetry);
  const groups = Object.values(fieldsOrEmpty(poetry.group)).map((group) => fieldsOrEmpty(group).dependencies);
  const lists = [
    project.dependencies,
    ...Object.values(fieldsOrEmpty(project['optional-dependencies'])),
    ...Object.values(fieldsOrEmpty(manifest['dependency-groups'])),
  ];
  return [
    ...[...lines, ...lists.flatMap(texts)].flatMap(requirementName),
    ...[poetry.dependencies, poetry['dev-dependencies'], ...groups].flatMap((group) =>
      Object.keys(fieldsOrEmpty(group)),
    ),
  ];
}

/** `requests[socks]>=2 ; python_version > "3.8"` → `requests`. */
function requirementName(line: string): string[] {
  const name = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:$|[[<>=!~;@#\s])/.exec(line)?.[1];
  return name === undefined ? [] : [name];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

async function toml(source: string): Promise<Fields> {
  if (source === '') return {};
  const { parse } = await import('smol-toml');
  try {
    return fieldsOrEmpty(parse(source));
  } catch {
    return {};
  }
}
