/** A file name as people write it in the project: no scheme, forward slashes, relative where it lies inside a root. */
export function relativeFile(file: string, roots: readonly string[]): string {
  const path = (file.startsWith('file://') ? decoded(file.slice('file://'.length)) : file).replaceAll('\\', '/');
  for (const root of roots) {
    const folder = root.endsWith('/') ? root : `${root}/`;
    if (path.startsWith(folder)) return path.slice(folder.length);
  }
  return path.startsWith('./') ? path.slice(2) : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
