import type { Directive, LanguageName } from '../model.ts';
import { isComment, lineOf, type SyntaxNode, textOf } from '../tree.ts';

interface DirectiveForm {
  name: string;
  kind: Directive['kind'];
  /** Matches the comment without its opening; group 1, if there is one, names the rules. */
  form: RegExp;
  file?: RegExp | boolean;
}

const forms: Record<LanguageName, DirectiveForm[]> = {
  javascript: [
    { name: '@ts-nocheck', kind: 'suppression', form: /^@ts-nocheck\b(.*)/, file: true },
    { name: '@ts-ignore', kind: 'suppression', form: /^@ts-ignore\b(.*)/ },
    { name: '@ts-expect-error', kind: 'suppression', form: /^@ts-expect-error\b(.*)/ },
    { name: '$Flow', kind: 'suppression', form: /^\$Flow(?:FixMe|Ignore|ExpectedError|Issue)\b(.*)/ },
    { name: '@noflow', kind: 'suppression', form: /^@noflow\b(.*)/, file: true },
    {
      name: 'eslint-disable',
      kind: 'suppression',
      form: /^eslint-disable(?:-next-line|-line)?(?![\w-])(.*)/,
      file: /^eslint-disable(?!-)/,
    },
    { name: 'eslint-rule-off', kind: 'suppression', form: /^eslint\s+(.*:\s*(?:0|["']?off["']?).*)/, file: true },
    {
      name: 'biome-ignore',
      kind: 'suppression',
      form: /^biome-ignore(?:-all|-start)?\b(.*)/,
      file: /^biome-ignore-all/,
    },
    {
      name: 'oxlint-disable',
      kind: 'suppression',
      form: /^oxlint-disable(?:-next-line|-line)?\b(.*)/,
      file: /^oxlint-disable(?!-)/,
    },
    { name: 'deno-lint-ignore', kind: 'suppression', form: /^deno-lint-ignore(?:-file)?\b(.*)/, file: /-file/ },
    {
      name: 'tslint:disable',
      kind: 'suppression',
      form: /^tslint:disable(?:-next-line|-line)?(.*)/,
      file: /^tslint:disable(?!-)/,
    },
    {
      name: 'jshint',
      kind: 'suppression',
      form: /^(?:jshint\s+-W\d+|jshint\s+ignore|jslint\s+ignore|jscs:disable|standard-disable|xo-disable)(.*)/,
    },
    { name: 'nosonar', kind: 'suppression', form: /^NOSONAR\b(.*)/ },
    {
      name: 'coverage ignore',
      kind: 'coverage',
      form: /^(?:istanbul|c8|v8|node:coverage)\s+(?:ignore|disable)(.*)/,
      file: /ignore\s+file/,
    },
  ],
  python: [
    { name: 'noqa', kind: 'suppression', form: /^(?:flake8[:=]\s*|ruff:\s*)?noqa\b(.*)/i, file: /^(flake8|ruff)/i },
    { name: 'type: ignore', kind: 'suppression', form: /^type:\s*ignore\b(.*)/ },
    {
      name: 'mypy',
      kind: 'suppression',
      form: /^mypy:\s*((?:ignore[-_]errors|allow|disable|no-|ignore).*)/,
      file: true,
    },
    {
      name: 'pyright',
      kind: 'suppression',
      form: /^pyright:\s*((?:ignore|basic|strict\s*=\s*false|report\w+\s*=\s*(?:false|none)).*)/,
      file: /basic|report/,
    },
    { name: 'pylint', kind: 'suppression', form: /^pylint:\s*((?:disable|skip-file).*)/, file: /skip-file/ },
    { name: 'pyre', kind: 'suppression', form: /^pyre-(?:ignore|fixme)(.*)/ },
    { name: 'nosec', kind: 'suppression', form: /^nosec\b(.*)/ },
    { name: 'ty: ignore', kind: 'suppression', form: /^(?:ty|pytype|pyrefly):\s*(?:ignore|disable)(.*)/ },
    { name: 'coverage ignore', kind: 'coverage', form: /^pragma:?\s*no\s?-?(?:cover|branch)(.*)/i },
  ],
  go: [
    { name: 'nolint', kind: 'suppression', form: /^nolint\b(.*)/, file: /^nolint\s*$|^nolint:all/ },
    { name: 'lint:ignore', kind: 'suppression', form: /^lint:(?:file-)?ignore\b(.*)/, file: /file-/ },
    { name: 'nosec', kind: 'suppression', form: /^#?nosec\b(.*)/ },
    {
      name: 'coverage ignore',
      kind: 'coverage',
      form: /^(?:coverage[:-]ignore|go:cover ignore|exclude from coverage)(.*)/i,
    },
  ],
  rust: [
    {
      name: 'coverage ignore',
      kind: 'coverage',
      form: /^(?:LCOV_EXCL|GRCOV_EXCL|cov:\s*(?:ignore|excl)|coverage:\s*ignore)(.*)/i,
    },
  ],
  java: [
    { name: 'nosonar', kind: 'suppression', form: /^NOSONAR\b(.*)/ },
    { name: 'nopmd', kind: 'suppression', form: /^NOPMD\b(.*)/ },
    { name: 'checkstyle', kind: 'suppression', form: /^CHECKSTYLE[.:]?\s*(?:OFF|IGNORE|SUPPRESS)(.*)/i },
    { name: 'noinspection', kind: 'suppression', form: /^noinspection\b(.*)/ },
    { name: 'coverage ignore', kind: 'coverage', form: /^(?:jacoco|cobertura|coverage)[:\s-]*(?:ignore|exclude)(.*)/i },
  ],
};

/** A comment that talks about a directive ("@ts-ignore is no longer needed") is not one. */
const prose =
  /^\s*(?:,\s*)?(?:is|was|were|are|isn't|aren't|no longer|not|should|must|here was|comment|annotation|pragma|used to|needed|required|removed|anymore|any more|unnecessary|can be|could be|may be|will be|has been|had been|above|below)\b/i;

export function directivesIn(root: SyntaxNode, language: LanguageName, comments: SyntaxNode[]): Directive[] {
  const found: Directive[] = [];
  for (const comment of comments) {
    const text = textOf(comment);
    for (const piece of pieces(text, language)) {
      for (const form of forms[language]) {
        const match = form.form.exec(piece);
        if (!match || prose.test(match[1] ?? '')) continue;
        if (form.name === 'eslint-disable' && /^eslint-disable(?!-)/.test(piece) && !text.startsWith('/*')) continue;
        found.push({
          kind: form.kind,
          name: form.name,
          rules: rulesOf(match[1] ?? ''),
          scope:
            form.file === true || (form.file instanceof RegExp && form.file.test(piece) && !isBesideCode(root, comment))
              ? 'file'
              : 'line',
          text: text.trim().slice(0, 200),
          line: lineOf(comment),
          target: targetOf(root, comment),
        });
        break;
      }
    }
  }
  return found;
}

function pieces(text: string, language: LanguageName): string[] {
  if (language === 'python') return text.split(/(?=#)/).map((piece) => piece.replace(/^#+:?\s*/, ''));
  const inner = text.replace(/^\/\*+!?|\*\/$/g, '').replace(/^\/\/+!?/, '');
  return inner.split(/\n|(?<=\s)\/\//).map((line) => line.replace(/^\s*\*?\s*/, '').trim());
}

const rulesOf = (text: string): string =>
  text
    .replace(/--.*$|\/\/.*$/, '')
    .replace(/[\s:[\]()]+/g, ' ')
    .trim()
    .slice(0, 80);

/** After code, a directive applies to that line only, whatever its usual scope; after `package` it applies to the file. */
const isBesideCode = ({ file: { source, lineStarts } }: SyntaxNode, comment: SyntaxNode): boolean =>
  !/^(package\b.*)?$/.test(source.slice(lineStarts[lineOf(comment) - 1]!, comment.start).trim());

/** The code a directive applies to: the rest of its line, or the next line with code. */
function targetOf(root: SyntaxNode, comment: SyntaxNode): string {
  const { source, lineStarts } = root.file;
  const row = lineOf(comment) - 1;
  const own = source.slice(lineStarts[row]!, comment.start).trim();
  if (own) return own.replace(/\s+/g, '');
  for (let next = row + 1; next < Math.min(row + 4, lineStarts.length); next++) {
    const line = source.slice(lineStarts[next]!, lineStarts[next + 1] ?? source.length).trim();
    if (line && !/^(\/\/|#|\*|\/\*)/.test(line)) return line.replace(/\s+/g, '');
  }
  return '';
}

export function commentsIn(root: SyntaxNode): SyntaxNode[] {
  const comments: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (isComment(node)) comments.push(node);
    else for (const one of node.children) visit(one);
  };
  visit(root);
  return comments;
}
