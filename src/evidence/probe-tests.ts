import type { Probe, ProbeRequest } from '../ports/test-prober.ts';
import { languageOf } from '../syntax/languages/index.ts';
import { parse } from '../syntax/parse.ts';
import { field, lineOf, named, type SyntaxNode, textOf, walk } from '../syntax/tree.ts';
import { definitionOf, findDefinition } from './match-names.ts';
import { neighboursOf } from './neighbours.ts';
import { nodeAt } from './node-at.ts';
import { type ProbedSource, probeProgram } from './probe-program.ts';
import type { TestFile } from './test-files.ts';

const MAX_CALLS = 4;
const PROBED = /\.(?:[cm]?js|py|go)$/;
const CALL = /^(?:call_expression|call)$/;
const LITERAL =
  /^(?:int_literal|float_literal|composite_literal|literal_value|literal_element|slice_type|array_type|type_identifier|number|integer|float|true|false|none|null|array|list|tuple|unary_expression|unary_operator)$/;

/** One program for each test file that names functions of the project and calls them with numbers. */
export async function probeTests(
  files: readonly TestFile[],
  { tests, marker }: Omit<ProbeRequest, 'commit'>,
): Promise<Probe[]> {
  const probes = await Promise.all(
    files.filter(({ path }) => PROBED.test(path)).map(async (file) => probeOf(file, tests, marker)),
  );
  return probes.filter((probe) => probe !== null);
}

async function probeOf({ path, text }: TestFile, tests: readonly string[], marker: string): Promise<Probe | null> {
  const language = languageOf(path);
  if (!language) return null;
  const { dialect, grammar } = language;
  const root = await parse(grammar, text);
  const definitions = dialect.tests(root, path).map((test) => definitionOf(path, dialect.language, test));
  const source = probeProgram(path, text, marker);
  const found = tests.flatMap((id) => {
    const test = findDefinition(id, definitions)?.test;
    const node = test && nodeAt(root, test);
    return node ? callsIn(node, source).map((call) => ({ id, ...call })) : [];
  });
  const calls = found.slice(0, MAX_CALLS);
  if (calls.length === 0) return null;
  return {
    ...source.write(calls.flatMap(({ call, neighbours }) => [call, ...neighbours])),
    calls: calls.map(({ id, name, call, neighbours, line }) => ({
      test: id,
      function: name,
      call,
      path,
      line,
      neighbours: neighbours.length,
    })),
  };
}

/** Calls of imported functions with literals only. */
function callsIn(node: SyntaxNode, { imported }: ProbedSource) {
  const calls: { name: string; call: string; neighbours: string[]; line: number }[] = [];
  walk(node, (one) => {
    const name = CALL.test(one.type) ? textOf(field(one, 'function')) : '';
    if (!imported.has(name) || !named(field(one, 'arguments') ?? one).every(isLiteral)) return;
    const call = textOf(one);
    const neighbours = neighboursOf(call);
    if (neighbours.length > 0) calls.push({ name, call, neighbours, line: lineOf(one) });
  });
  return calls;
}

const isLiteral = (node: SyntaxNode): boolean =>
  /^(?:string|interpreted_string_literal)$/.test(node.type) ||
  (LITERAL.test(node.type) && named(node).every(isLiteral));
