import { overlaidPackage } from './overlay-parts.ts';

/**
 * Whether all that a package.json changed of what judges are scripts that only said something or ended (`echo "Error: no
 * test specified" && exit 1`) and now run something whose result counts: there was no judge yet.
 */
export function replacesPlaceholders(before: string, after: string): boolean {
  const [was, is] = [scriptsIn(before), scriptsIn(after)];
  if (!was || !is) return false;
  const set = Object.keys(was.scripts).filter((name) => isPlaceholder(was.scripts[name]) && runs(is.scripts[name]));
  if (set.length === 0) return false;
  const scripts = { ...was.scripts, ...Object.fromEntries(set.map((name) => [name, is.scripts[name]])) };
  return overlaidPackage(JSON.stringify({ ...was, scripts }), after) === null;
}

const DOES_NOTHING =
  /^(?:(?:echo|printf)\b[^>|`$]*|exit(?:\s+\d+)?|true|false|:|sleep\s+\S+|\S+\s+(?:--version|-v|--help)|node\s+(?:-e|-p|--eval|--print)\b.*|)$/;
/** Whatever came before it, it ends well. */
const ENDS_WELL = /(?:\|\||[;&|])\s*(?:true|:|exit(?:\s+0)?|echo\b.*)\s*$/;

const isPlaceholder = (script: unknown) => typeof script === 'string' && parts(script).every(doesNothing);
const runs = (script: unknown) =>
  typeof script === 'string' && !parts(script).every(doesNothing) && !ENDS_WELL.test(script);

const parts = (script: string) => script.split(/&&|\|\||;/).map((part) => part.trim());
const doesNothing = (part: string) => DOES_NOTHING.test(part);

function scriptsIn(text: string): { scripts: Record<string, unknown> } | null {
  try {
    const value = JSON.parse(text) as { scripts?: Record<string, unknown> } | null;
    return value && typeof value.scripts === 'object' ? { ...value, scripts: value.scripts ?? {} } : null;
  } catch {
    return null;
  }
}
