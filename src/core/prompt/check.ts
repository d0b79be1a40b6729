import { suggest } from '../text/nearest.ts';
import { fillText, spellingsOf } from './render.ts';

export interface TemplateCheck {
  /** It cannot be rendered, now or once more is known. */
  errors: string[];
  /** Of the warnings those of variables that do not exist. */
  unknown: string[];
  /** It can, but hardly as meant. */
  warnings: string[];
}

/** How many arguments each takes. Partials and helpers of one's own do not exist. */
const HELPERS: Readonly<Record<string, number>> = { if: 1, unless: 1, each: 1, with: 1, lookup: 2 };
/** Within these a name may be that of a part of the value. */
const SCOPES = new Set(['each', 'with']);

/**
 * What is wrong with a template, also in branches that are not taken at first. `names` are the variables it may use.
 * Rejects, in the template engine's own words, one that does not compile.
 */
export async function checkTemplate(template: string, names: readonly string[]): Promise<TemplateCheck> {
  const { default: Handlebars } = await import('handlebars');
  Handlebars.precompile(template);
  const knownNames = new Set(names.flatMap(spellingsOf));
  const found = { errors: [] as string[], unknown: [] as string[], used: new Set<string>() };
  walk(Handlebars.parse(template), { knownNames, scoped: false, found });
  for (const value of found.errors.length > 0 ? [] : ['', 'text']) {
    await fillText(template, Object.fromEntries(names.map((name) => [name, value]))).catch((error: Error) =>
      found.errors.push(error.message),
    );
  }
  const unknown = [...new Set(found.unknown)];
  const missingTask = found.used.has('task') ? [] : ['it does not use {{task}}: the agent would not know what to do'];
  return { errors: [...new Set(found.errors)], unknown, warnings: [...unknown, ...missingTask] };
}

interface Place {
  knownNames: ReadonlySet<string>;
  scoped: boolean;
  found: Pick<TemplateCheck, 'errors' | 'unknown'> & { used: Set<string> };
}

/** Handlebars' own types leave most of what a node has to a cast. */
interface Node {
  type: string;
  name?: { original?: string };
  path?: Node;
  params?: Node[];
  hash?: { pairs: { value: Node }[] };
  body?: Node[];
  program?: Node;
  inverse?: Node;
  original?: string;
  parts?: string[];
  data?: boolean;
  depth?: number;
  loc?: { start: { line: number } };
}

function walk(input: unknown, place: Place): void {
  const node = input as Node | undefined;
  if (!node) return;
  const { found } = place;
  if (/Partial|Decorator/.test(node.type)) {
    const name = node.name?.original ?? node.path?.original ?? '';
    found.errors.push(`there is no partial or decorator '${name}'${at(node)}: templates have none`);
    return;
  }
  if (node.type === 'PathExpression') checkVariable(node, place);
  const name = node.path?.original ?? '';
  const called = node.path !== undefined && isCall(node, name, found, at(node));
  if (node.path && !called) walk(node.path, place);
  for (const child of [...(node.params ?? []), ...(node.hash?.pairs ?? []).map(({ value }) => value)])
    walk(child, place);
  const inner = node.type === 'BlockStatement' && (SCOPES.has(name) || !called);
  walk(node.program, { ...place, scoped: place.scoped || inner });
  walk(node.inverse, place);
  for (const child of node.body ?? []) walk(child, place);
}

/** Whether a helper is called, known or not; what cannot be called is an error. */
function isCall(node: Node, name: string, found: Place['found'], where: string): boolean {
  const count = node.params?.length ?? 0;
  const takes = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;
  if (takes === undefined) {
    if (count === 0 && !node.hash && node.type !== 'SubExpression') return false;
    const near = suggest(name, Object.keys(HELPERS));
    const all = `there are ${Object.keys(HELPERS).join(', ')}`;
    found.errors.push(`there is no helper '${name}'${where}: ${near ? `did you mean '${near}'?` : all}`);
  } else if (count !== takes) {
    found.errors.push(`'${name}'${where} takes ${takes === 1 ? 'one argument' : `${takes} arguments`}, not ${count}`);
  }
  return true;
}

function checkVariable(node: Node, { knownNames, scoped, found }: Place): void {
  const [first] = node.parts ?? [];
  if (first === undefined || node.data) return;
  found.used.add(first);
  if (scoped || node.depth || knownNames.has(first)) return;
  const near = suggest(first, [...knownNames]);
  found.unknown.push(
    `there is no variable '${first}'${at(node)}${near ? `: did you mean '${near}'?` : ', so it stays empty'}`,
  );
}

function at({ loc }: Node): string {
  return loc ? ` (line ${loc.start.line})` : '';
}
