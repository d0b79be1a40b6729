import type { TreeComparison } from '../align/compare.ts';

/** A manifest lists a dependency that it did not list before. */
export const addsDependency = ({ input }: TreeComparison): boolean =>
  input.changes.some(({ path, before, after }) => {
    const entry = manifests.find(([file]) => file.test(path))?.[1];
    const oldEntries = new Set(before?.match(entry ?? /$^/gm) ?? []);
    return (after?.match(entry ?? /$^/gm) ?? []).some((one) => before !== null && !oldEntries.has(one));
  });

/** Manifest files, and how to find dependency names (without versions) in them. */
const manifests: [RegExp, RegExp][] = [
  [/(^|\/)package\.json$/, /"[@\w./-]+"(?=: "(?:[~^>=]|\d|workspace|npm:|latest))/g],
  [/(^|\/)pom\.xml$/, /<(?:artifact|group)Id>[^<]+/g],
  [/(^|\/)build\.gradle(\.kts)?$/, /\b(?:api|implementation|compile)\b[ (]["'][\w.-]+:[\w.-]+/g],
  [
    /(^|\/)(pyproject\.toml|setup\.(cfg|py)|requirements[\w.-]*\.txt)$/,
    /^[\s"']*[A-Za-z][\w.-]+(?=\s*(?:\[[\w,]+\])?\s*[><=~])/gm,
  ],
  [/(^|\/)go\.mod$/, /^\s*(?:require )?[\w.-]+\.[\w./-]+(?= v\d)/gm],
  [/(^|\/)Cargo\.toml$/, /^[\w-]+(?= = (?:"\d|\{))|^[\w-]+ = \{ git\b/gm],
];
