import { lineOf, type SyntaxNode } from '../../syntax/tree.ts';
import type { Localisation } from '../localise/index.ts';
import type { Candidate } from '../model/model.ts';
import type { Parsed } from '../model/syntax.ts';
import { swappedArguments } from './arguments.ts';
import { arithmetic } from './arithmetic.ts';
import { awaitReturn } from './await-return.ts';
import { collection } from './collection.ts';
import { comparison } from './comparison.ts';
import { condition } from './condition.ts';
import { constant } from './constant.ts';
import { defaultValue } from './default-value.ts';
import { identifier } from './identifier.ts';
import { logic } from './logic.ts';
import { nullCheck } from './null-check.ts';
import { offByOne } from './off-by-one.ts';
import type { Operator } from './operator.ts';
import { plastic } from './plastic.ts';
import { poolOf } from './pool.ts';
import { statement } from './statement.ts';

export const operators: readonly Operator[] = [
  comparison,
  arithmetic,
  logic,
  offByOne,
  condition,
  swappedArguments,
  constant,
  identifier,
  nullCheck,
  awaitReturn,
  statement,
  collection,
  defaultValue,
  plastic,
];

/** Nodes that do not affect behaviour. */
const LEFT_OUT =
  /^(import_statement|import_from_statement|type_annotation|type_arguments|type_parameters|interface_declaration|type_alias_declaration|comment|decorator|ERROR)$/;
const MIN_SUSPICION = 0.02;
/** Guards and conditions come before values that could be anything. */
const GUESS = 0.5;

/** All changes worth trying in suspicious code, most promising first. */
export function candidatesFor(
  files: readonly Parsed[],
  localisation: Localisation,
  successOf: (operator: string) => number,
): Candidate[] {
  const pool = poolOf(files);
  const candidates: Candidate[] = [];
  for (const file of files) {
    const visit = (node: SyntaxNode): void => {
      if (LEFT_OUT.test(node.type)) return;
      const suspicion = localisation.at(file.path, node);
      if (suspicion >= MIN_SUSPICION) candidates.push(...proposals({ node, file, pool }, suspicion, successOf));
      for (const child of node.children) visit(child);
    };
    visit(file.root);
  }
  return candidates.sort((a, b) => b.priority - a.priority || a.line - b.line);
}

function* proposals(
  site: Parameters<Operator['at']>[0],
  suspicion: number,
  successOf: (operator: string) => number,
): Iterable<Candidate> {
  for (const operator of operators) {
    for (const { edits, label, weight, isGuess = false, changesKind = false } of operator.at(site)) {
      yield {
        path: site.file.path,
        edits,
        operator: operator.name,
        label,
        line: lineOf(site.node),
        priority: suspicion * operator.prior * weight * successOf(operator.name) * (isGuess ? GUESS : 1),
        isGuess,
        changesKind,
      };
    }
  }
}
