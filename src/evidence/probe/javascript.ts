import { field, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { insertAt } from '../returning.ts';
import { CALL_MS, MAX_CALL_CHARS, type ProbedLanguage, type ProbedUse, REPLAY_MS } from './probed-file.ts';

const OWN = /^(?:\.|#|@\/|~\/|src\/)/;

/** Calls of what a test file imports by a path, whatever runs and translates it. */
export const javascript: ProbedLanguage = {
  uses({ root }) {
    const bound = boundNames(root);
    const uses: ProbedUse[] = [];
    walk(root, (node) => {
      const name = nameOf(node, bound);
      if (name) uses.push({ name, node });
    });
    return uses;
  },
  record({ root }, uses, marker) {
    const edits = uses.flatMap(({ name, node }) => {
      const self = node.type === 'member_expression' ? `, ${textOf(field(node, 'object'))}` : '';
      return [insertAt(node.start, `${marker}(${JSON.stringify(name)}, `), insertAt(node.end, `${self})`)];
    });
    const { source } = root.file;
    return { edits: [...edits, insertAt(source.length, recorder(marker, isModule(root)))] };
  },
  replay({ root }, names, calls, marker) {
    const kept = root.children.filter(isImport).map(textOf);
    const works = names.map((name) => `${JSON.stringify(name)}: (...all) => ${name}(...all)`);
    return `// @ts-nocheck\n${kept.join('\n')}\n${replayer(marker, isModule(root), works, JSON.stringify(calls))}`;
  },
};

/** Callees and arguments that name what is imported. */
function nameOf(node: SyntaxNode, bound: ReadonlySet<string>): string | null {
  const isCalled = node.field === 'function' && node.parent?.type === 'call_expression';
  if (node.type === 'identifier')
    return (isCalled || node.parent?.type === 'arguments') && bound.has(textOf(node)) ? textOf(node) : null;
  if (node.type !== 'member_expression' || !isCalled) return null;
  const [object, property] = [field(node, 'object'), field(node, 'property')];
  const isOwn = object?.type === 'identifier' && property?.type === 'property_identifier' && bound.has(textOf(object));
  return isOwn ? `${textOf(object)}.${textOf(property)}` : null;
}

function boundNames(root: SyntaxNode): Set<string> {
  const names = new Set<string>();
  for (const statement of root.children.filter(isImport)) {
    for (const { of, pattern } of importsIn(statement)) {
      if (!OWN.test(of)) continue;
      walk(pattern, (node) => {
        const isKey = node.field === 'name' && node.parent?.type === 'import_specifier' && field(node.parent, 'alias');
        if (/^(?:identifier|shorthand_property_identifier_pattern)$/.test(node.type) && !isKey) names.add(textOf(node));
      });
    }
  }
  return names;
}

function importsIn(statement: SyntaxNode): { of: string; pattern: SyntaxNode }[] {
  if (statement.type === 'import_statement') {
    const clause = statement.children.find(({ type }) => type === 'import_clause');
    return clause ? [{ of: unquoted(field(statement, 'source')), pattern: clause }] : [];
  }
  return named(statement).flatMap((one) => {
    const [pattern, value] = [field(one, 'name'), field(one, 'value')];
    const of = REQUIRED.exec(textOf(value))?.[1];
    return pattern && of ? [{ of, pattern }] : [];
  });
}

const REQUIRED = /^(?:await\s+import|require)\(\s*['"`]([^'"`]+)['"`]\s*\)(?:\.\w+)*$/;
const unquoted = (node: SyntaxNode | null) => textOf(node).slice(1, -1);

const isImport = (node: SyntaxNode) =>
  node.type === 'import_statement' ||
  (/^(?:lexical|variable)_declaration$/.test(node.type) && /\brequire\(|\bawait import\(/.test(textOf(node)));

/** Files are loaded as modules or by `require`; only one of the two may name what the other has. */
const isModule = (root: SyntaxNode) =>
  root.children.some(({ type }) => /^(?:import|export)_statement$/.test(type)) || !/\brequire\(/.test(root.file.source);

const imported = (marker: string, esm: boolean) =>
  esm
    ? `import * as ${marker}Files from 'node:fs';\nimport * as ${marker}Machine from 'node:vm';\n`
    : `var ${marker}Files = require('node:fs'), ${marker}Machine = require('node:vm');\n`;

const recorder = (marker: string, esm: boolean) => `
// @ts-nocheck
${imported(marker, esm)}
function ${marker}(name, work, self) {
  const source = typeof work === 'function' ? Function.prototype.toString.call(work) : 'class';
  if (/^class\\b/.test(source) || work.mock) return self === undefined ? work : typeof work === 'function' ? work.bind(self) : work;
  const write = (value) => {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (value === undefined) return { $: 'undefined' };
    if (Array.isArray(value)) return value.map(write);
    const kind = Object.prototype.toString.call(value);
    if (kind === '[object Date]') return { $: 'date', v: value.getTime() };
    if (kind === '[object Set]') return { $: 'set', v: [...value].map(write) };
    const maker = kind === '[object Object]' ? Object.getPrototypeOf(value)?.constructor?.name ?? 'Object' : '';
    if (maker !== 'Object') throw new TypeError(kind);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(one)]));
  };
  return function (...all) {
    try {
      const line = JSON.stringify({ f: name, a: all.map(write) });
      if (line.length < ${MAX_CALL_CHARS}) ${marker}Files.appendFileSync(process.env.${marker}, '${marker} ' + line + '\\n');
    } catch {
      // A value that cannot be written down: this call is not compared, and the test does not notice.
    }
    return work.apply(self === undefined ? this : self, all);
  };
}
`;

const replayer = (marker: string, esm: boolean, works: readonly string[], calls: string) => `
${imported(marker, esm)}
${esm ? 'await ' : ''}(async () => {
  const works = { ${works.join(', ')} };
  const calls = ${calls};
  const read = (value) => {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(read);
    if (value.$ === 'undefined') return undefined;
    if (value.$ === 'date') return new Date(value.v);
    if (value.$ === 'set') return new Set(value.v.map(read));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one)]));
  };
  const digest = (text) => {
    let hash = 2166136261;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
    return (hash >>> 0).toString(36);
  };
  const plain = (value, depth = 0) => {
    if (typeof value === 'bigint') return String(value);
    if (value === null || typeof value !== 'object') return typeof value === 'function' ? 'function' : value;
    if (depth > 6) return '…';
    if (value instanceof Error || value.stack) return String(value.message);
    const kind = Object.prototype.toString.call(value);
    if (kind === '[object Date]') return value.getTime();
    if (Array.isArray(value) || typeof value[Symbol.iterator] === 'function') return [...value].slice(0, 200).map((one) => plain(one, depth + 1));
    return Object.keys(value).sort().map((key) => [key, plain(value[key], depth + 1)]);
  };
  const token = (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return 'u';
    if (typeof value === 'number' || typeof value === 'bigint') return 'n' + value;
    if (typeof value === 'boolean') return 'b' + value;
    if (typeof value === 'string') return 's' + digest(value);
    if (typeof value === 'function') return '-';
    const text = JSON.stringify(plain(value));
    return text === '[]' && !Array.isArray(value) && Object.getPrototypeOf(value)?.constructor?.name !== 'Object' ? '-' : 'o' + digest(text);
  };
  const repeats = (value, inputs) => {
    if (typeof value !== 'string') return '';
    const words = JSON.stringify(inputs).toLowerCase().match(/\\p{L}{3,}/gu) ?? [];
    return words.some((word) => value.toLowerCase().includes(word)) ? '!' : '';
  };
  const box = ${marker}Machine.createContext({});
  const script = new ${marker}Machine.Script('work()');
  const until = Date.now() + ${REPLAY_MS};
  const make = async (name, inputs) => {
    if (Date.now() > until) return '-';
    try {
      box.work = () => works[name](...inputs.map(read));
      const result = script.runInContext(box, { timeout: ${CALL_MS} });
      if (typeof result?.then !== 'function') return token(result) + repeats(result, inputs);
      const late = new Promise((done) => setTimeout(() => done(box), ${CALL_MS}));
      const settled = await Promise.race([result, late]);
      return settled === box ? '-' : token(settled) + repeats(settled, inputs);
    } catch (error) {
      if (error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return '-';
      return 't' + String((error && error.name) || '').replace(/\\W/g, '');
    }
  };
  const rows = calls.map(() => []);
  for (const [at, call] of calls.entries()) rows[at].push(await make(call.f, call.a));
  for (const [at, call] of [...calls.entries()].reverse()) rows[at].push(await make(call.f, call.a));
  const most = Math.max(0, ...calls.map((call) => call.v.length));
  for (let n = 0; n < most; n += 1)
    for (const [at, call] of calls.entries()) if (n < call.v.length) rows[at].push(await make(call.f, call.v[n]));
  for (const [at, row] of rows.entries()) ${marker}Files.appendFileSync(process.env.${marker}, ['${marker}', calls[at].n, ...row].join(' ') + '\\n');
})();
`;
