// The floor of the guard's benchmark: what counting with regular expressions alone sees, per file, without parsing.
const files = /\.(?:[cm]?[jt]sx?|py|go|rs|java)$/;
const testPath = /(?:^|\/)(?:tests?|__tests__|spec)\/|(?:^|\/)test_|[._-](?:test|spec)s?\.\w+$|Tests?\.java$/i;
const test =
  /\b(?:it|test)(?:\.each\b[^\n]*)?\(\s*['"`]|^\s*(?:async )?def test\w*\(|^func Test\w+\(|#\[(?:\w+::)*test\b|@(?:Parameterized)?Test\b/gm;
const skip =
  /\b(?:it|test|describe)\.(?:skip|only|todo|fails)\b|\b[xf](?:it|describe)\(|\bmark\.(?:skip|xfail)|unittest\.(?:skip|expectedFailure)|\bpytest\.skip\(|\.Skip(?:f|Now)?\(|#\[ignore|@(?:Disabled|Ignore)\b/g;
const assertion =
  /\bexpect\(|\bassert\w*[!.(]|^\s*assert\s|\.assert\w+\(|\brequire\.\w+\(|\bt\.(?:Error|Fatal|is|same|ok)\w*\(/gm;
const suppression =
  /eslint-disable|@ts-(?:ignore|nocheck|expect-error)|#\s*(?:noqa|type:\s*ignore|pylint:)|\/\/\s*nolint|#!?\[allow\(|@SuppressWarnings|catch\s*(?:\([^)]*\))?\s*\{\s*\}|except[^\n]*:\s*pass|_ = err\b/g;
const pragma = /(?:istanbul|c8|v8) ignore|pragma:\s*no cover|tarpaulin/g;
const threshold = /(?:fail[_-]under|lines|branches|functions|statements|target)["']?\s*[=:]\s*["']?(\d+(?:\.\d+)?)/g;
const bypass =
  /\|\|\s*true\b|continue-on-error:\s*true|exit 0\b|"strict":\s*false|passWithNoTests|ignore_errors\s*=\s*true|testFailureIgnore>\s*true/g;
const exported =
  /\bexport (?:default )?(?:async )?(?:function|const|class) \w+|^def [a-z]\w*|^func (?:\([^)]*\) )?[A-Z]\w*|\bpub (?:async )?fn \w+|\bpublic [\w<>[\], ]+ \w+\s*\(/gm;

/** The types of regression a before/after row is suspected of. */
export function floor(changes) {
  const sum = { test: 0, skip: 0, assertion: 0, suppression: 0, pragma: 0, bypass: 0, exported: 0 };
  const more = (pattern, { before, after }) => count(pattern, after) - count(pattern, before);
  for (const change of changes) {
    sum.bypass += more(bypass, change);
    sum.pragma += more(pragma, change) + (lowered(change) ? 1 : 0);
    if (!files.test(change.path)) continue;
    sum.suppression += more(suppression, change);
    const code = { before: uncommented(change.path, change.before), after: uncommented(change.path, change.after) };
    sum.test += more(test, code);
    sum.skip += more(skip, code);
    if (testPath.test(change.path) || count(test, code.before) > 0) sum.assertion += more(assertion, code);
    else sum.exported += more(exported, code);
  }
  return [
    sum.test < 0 && 'test_deletion',
    sum.skip > 0 && 'test_skipping',
    sum.assertion < 0 && sum.test >= 0 && 'assertion_weakening',
    sum.suppression > 0 && 'error_suppression',
    sum.pragma > 0 && 'coverage_regression',
    sum.bypass > 0 && 'validation_bypass',
    sum.exported < 0 && 'feature_removal',
  ].filter(Boolean);
}

const comments = (path) => (/\.py$/.test(path) ? /#(?!\[).*$/gm : /(^|\s)\/\/.*$|\/\*[\s\S]*?\*\//gm);
const uncommented = (path, text) => (text ?? '').replace(comments(path), '');

function lowered({ before, after }) {
  const [was, is] = [before, after].map((text) =>
    [...(text ?? '').matchAll(threshold)].map((match) => Number(match[1])),
  );
  return was.length === is.length && is.some((value, at) => value < was[at]);
}

const count = (pattern, text) => (text ?? '').match(pattern)?.length ?? 0;
