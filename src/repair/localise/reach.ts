import { isFunction, nameOfFunction } from '../../syntax/shapes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { field, lineOf, textOf, walk } from '../../syntax/tree.ts';
import type { RepairTest } from '../model/model.ts';
import { type LineScores, raise } from './line-scores.ts';
import { ochiai } from './spectrum.ts';

/** Names that do not identify what is tested. */
const COMMON =
  /^(test|it|describe|expect|assert|equal|toBe|toEqual|deepEqual|self|cls|import|from|require|new|length|name|value|data)$/;
const DEPTH = [1, 0.75, 0.5];

interface SourceFunction {
  path: string;
  name: string;
  from: number;
  to: number;
  names: Set<string>;
}

/**
 * A spectrum without running anything: which functions a test's text names, and which functions those name in turn.
 * Coarser than coverage; for runners whose tests cannot be traced one by one.
 */
export function reachScores(
  tests: readonly RepairTest[],
  sources: ReadonlyMap<string, SyntaxNode>,
  testFiles: ReadonlyMap<string, SyntaxNode>,
): LineScores {
  const functions = [...sources].flatMap(([path, root]) => functionsOf(path, root));
  const byName = new Map<string, SourceFunction[]>();
  for (const one of functions) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const counts = new Map<SourceFunction, { failed: number; passed: number }>();
  let allFailed = 0;
  for (const test of tests) {
    if (test.status === 'skipped') continue;
    if (test.status === 'failed') allFailed += 1;
    for (const [reached, weight] of reachOf(namesIn(test, testFiles), byName)) {
      const count = counts.get(reached) ?? { failed: 0, passed: 0 };
      count[test.status === 'failed' ? 'failed' : 'passed'] += weight;
      counts.set(reached, count);
    }
  }
  const scores: LineScores = new Map();
  for (const [{ path, from, to }, { failed, passed }] of counts) {
    const score = ochiai(failed, Math.max(1, allFailed), passed);
    if (failed > 0) for (let line = from; line <= to; line++) raise(scores, path, line, Math.max(score, 0.1));
  }
  return scores;
}

function reachOf(names: Iterable<string>, byName: ReadonlyMap<string, SourceFunction[]>): Map<SourceFunction, number> {
  const reached = new Map<SourceFunction, number>();
  let current = new Set(names);
  for (const weight of DEPTH) {
    const next = new Set<string>();
    for (const name of current) {
      for (const one of byName.get(name) ?? []) {
        if (reached.has(one)) continue;
        reached.set(one, weight);
        for (const inner of one.names) next.add(inner);
      }
    }
    current = next;
  }
  return reached;
}

/** The words of the test's body, or of the whole file if the body cannot be found. */
function namesIn(test: RepairTest, testFiles: ReadonlyMap<string, SyntaxNode>): Set<string> {
  const root = test.file === null ? undefined : testFiles.get(test.file);
  if (!root) return new Set();
  const title = test.name.split(/ (?:>|›) |::/).at(-1) ?? test.name;
  const plain = title
    .replace(/ #\d+$/, '')
    .replace(/\[.*\]$/, '')
    .replace(/^.*\./, '');
  let body: SyntaxNode = root;
  walk(root, (node) => {
    if (/^(string|template_string)$/.test(node.type) && textOf(node).slice(1, -1) === title.replace(/ #\d+$/, '')) {
      body = node.parent?.parent ?? root;
    }
    if (isFunction(node) && textOf(field(node, 'name')) === plain) body = node;
  });
  return wordsIn(body);
}

function functionsOf(path: string, root: SyntaxNode): SourceFunction[] {
  const functions: SourceFunction[] = [];
  walk(root, (node) => {
    const name = isFunction(node) ? nameOfFunction(node) : null;
    if (name) {
      const from = lineOf(node);
      functions.push({ path, name, from, to: from + textOf(node).split('\n').length - 1, names: wordsIn(node) });
    }
  });
  return functions;
}

function wordsIn(node: SyntaxNode): Set<string> {
  const words = new Set<string>();
  walk(node, (one) => {
    if (!/identifier$/.test(one.type) || one.children.length > 0) return;
    const text = textOf(one);
    if (!COMMON.test(text)) words.add(text);
    // Naming a class reaches its constructor.
    if (/^[A-Z]/.test(text)) words.add('constructor').add('__init__');
  });
  return words;
}
