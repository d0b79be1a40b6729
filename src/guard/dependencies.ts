import type { Comparison } from './compare.ts';

/** The manifest names something that it did not name. */
export const takesDependency = ({ input }: Comparison): boolean =>
  input.changes.some(({ path, before, after }) => {
    const entry = manifests.find(([file]) => file.test(path))?.[1];
    const had = new Set(before?.match(entry ?? /$^/gm) ?? []);
    return (after?.match(entry ?? /$^/gm) ?? []).some((one) => before !== null && !had.has(one));
  });

/** Names of dependencies, without their versions. */
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
