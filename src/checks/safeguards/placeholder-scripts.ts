import { overlayPackage } from './overlay-parts.ts';

/**
 * Whether the only judging parts that changed in a package.json are placeholder scripts (`echo "Error: no test specified"
 * && exit 1`) that now run something whose result counts. Then there was no judge before.
 */
export function replacesPlaceholders(before: string, after: string): boolean {
  const [oldManifest, newManifest] = [scriptsIn(before), scriptsIn(after)];
  if (!oldManifest || !newManifest) return false;
  const replaced = Object.keys(oldManifest.scripts).filter(
    (name) => isPlaceholder(oldManifest.scripts[name]) && runsSomething(newManifest.scripts[name]),
  );
  if (replaced.length === 0) return false;
  const scripts = {
    ...oldManifest.scripts,
    ...Object.fromEntries(replaced.map((name) => [name, newManifest.scripts[name]])),
  };
  return overlayPackage(JSON.stringify({ ...oldManifest, scripts }), after) === null;
}

const DOES_NOTHING =
  /^(?:(?:echo|printf)\b[^>|`$]*|exit(?:\s+\d+)?|true|false|:|sleep\s+\S+|\S+\s+(?:--version|-v|--help)|node\s+(?:-e|-p|--eval|--print)\b.*|)$/;
/** Always succeeds, whatever came before. */
const ENDS_WELL = /(?:\|\||[;&|])\s*(?:true|:|exit(?:\s+0)?|echo\b.*)\s*$/;

const isPlaceholder = (script: unknown) => typeof script === 'string' && parts(script).every(doesNothing);
const runsSomething = (script: unknown) =>
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
