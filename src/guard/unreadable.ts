/** Larger files are not parsed: they are data or generated code, and cost more than they are worth. */
const limit = 1_000_000;

/** What bundlers put at the start of a file, or at the start of a line for each module in it. */
const bundlerHelper =
  /^(?:var|let|const) __(?:defProp|getOwnPropNames|getOwnPropDesc|hasOwnProp|commonJS|commonJSMin|toESM|toCommonJS|webpack_modules__|webpack_module_cache__)\w* = |^(?:var|let|const) \w+ = __commonJS\(|^__export\(\w+, \{|^module\.exports = __toCommonJS\(|^\/\*{6}\/ |^parcelRequire ?=/m;
/** The map of an output to its sources is its last line. */
const lastSourceMap = /(?:^|\n)(?:\/\/|\/\*)[#@] ?sourceMappingURL=[^\s]+(?: ?\*\/)?\s*$/;

/** Why a file's content is not judged, or null if it is. */
export function unreadable(path: string, content: string): string | null {
  if (content.length > limit) return `larger than ${limit / 1_000_000} MB`;
  if (content.includes('\0')) return 'binary';
  if ((content.match(/\uFFFD/g)?.length ?? 0) > Math.max(3, content.length / 100)) return 'not UTF-8';
  if (/(^|\/)(node_modules|vendor|third_party|dist|build\/generated)\//.test(path)) return 'vendored or built';
  if (/\.min\.\w+$/.test(path)) return 'minified';
  const head = content.slice(0, 600);
  if (
    /(^|\n)\s*(\/\/|#|\/\*|\*)[^\n]*(@generated|Code generated .* DO NOT EDIT|automatically generated|auto-generated file)/i.test(
      head,
    )
  )
    return 'generated';
  if (/^(exports\.__esModule = true|Object\.defineProperty\(exports, ['"]__esModule['"])/m.test(head))
    return 'compiled';
  if (bundlerHelper.test(content.slice(0, 8000)) || lastSourceMap.test(content.slice(-400)))
    return 'built by a bundler';
  if (content.length > 20_000 && content.length / (content.split('\n').length + 1) > 400) return 'minified';
  return null;
}
