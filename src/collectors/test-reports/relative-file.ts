/** A file name as used in the project: no scheme, forward slashes, relative if it is inside a root. */
export function relativeFile(file: string, roots: readonly string[]): string {
  const path = (file.startsWith('file://') ? decodePath(file.slice('file://'.length)) : file).replaceAll('\\', '/');
  for (const root of roots) {
    const folder = root.endsWith('/') ? root : `${root}/`;
    if (path.startsWith(folder)) return path.slice(folder.length);
  }
  return path.startsWith('./') ? path.slice(2) : path;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
