import { fires, quiet } from '../../../test/support/guard/judge.ts';
import { go, java, paths, py, rust, ts } from '../../../test/support/guard/sources.ts';

fires('suppression-file', [
  ['@ts-nocheck', paths.ts, ts, `// @ts-nocheck\n${ts}`],
  ['eslint-disable', paths.ts, ts, `/* eslint-disable */\n${ts}`],
  ['biome-ignore-all', paths.ts, ts, `// biome-ignore-all lint: generated\n${ts}`],
  ['mypy: ignore-errors', paths.py, py, `# mypy: ignore-errors\n${py}`],
  ['ruff: noqa', paths.py, py, `# ruff: noqa\n${py}`],
  ['flake8: noqa', paths.py, py, `# flake8: noqa\n${py}`],
  ['pylint: skip-file', paths.py, py, `# pylint: skip-file\n${py}`],
  ['nolint:all', paths.go, go, go.replace('package shop', '//nolint:all\npackage shop')],
  ['#![allow]', paths.rust, rust, `#![allow(warnings)]\n${rust}`],
  ['on the class', paths.java, java, java.replace('public class', '@SuppressWarnings("all")\npublic class')],
]);

fires('suppression-inline', [
  ['@ts-ignore', paths.ts, ts, ts.replace('  await store.flush', '  // @ts-ignore\n  await store.flush')],
  [
    '@ts-expect-error',
    paths.ts,
    ts,
    ts.replace('  await store.flush', '  // @ts-expect-error later\n  await store.flush'),
  ],
  [
    'eslint-disable-next-line',
    paths.ts,
    ts,
    ts.replace('  await store.flush', '  // eslint-disable-next-line no-undef\n  await store.flush'),
  ],
  ['eslint-disable-line', paths.ts, ts, ts.replace('store.flush();', 'store.flush(); // eslint-disable-line')],
  ['noqa', paths.py, py, py.replace('store.flush()', 'store.flush()  # noqa: F821')],
  ['type: ignore', paths.py, py, py.replace('store.flush()', 'store.flush()  # type: ignore')],
  ['pylint: disable', paths.py, py, py.replace('store.flush()', 'store.flush()  # pylint: disable=no-member')],
  [
    'nolint',
    paths.go,
    go,
    go.replace('return store.Write(order.ID, text)', 'return store.Write(order.ID, text) //nolint:errcheck'),
  ],
  ['#[allow]', paths.rust, rust, rust.replace('pub fn save', '#[allow(clippy::all)]\npub fn save')],
  [
    '@SuppressWarnings',
    paths.java,
    java,
    java.replace('  public void save', '  @SuppressWarnings("unchecked")\n  public void save'),
  ],
]);

fires('error-swallowed', [
  ['empty catch', paths.ts, ts, ts.replace(/( {2}const text = JSON[\s\S]*?flush\(\);\n)/, '  try {\n$1  } catch {}\n')],
  [
    'catch that logs',
    paths.ts,
    ts,
    ts.replace(
      /( {2}const text = JSON[\s\S]*?flush\(\);\n)/,
      '  try {\n$1  } catch (error) {\n    console.error(error);\n  }\n',
    ),
  ],
  [
    'catch that returns null',
    paths.ts,
    ts,
    ts.replace(
      /( {2}const text = JSON[\s\S]*?flush\(\);\n)/,
      '  try {\n$1  } catch (error) {\n    return null;\n  }\n',
    ),
  ],
  [
    'except pass',
    paths.py,
    py,
    py.replace(
      / {4}text = json[\s\S]*?flush\(\)\n/,
      '    try:\n        text = json.dumps(order)\n        store.write(order.id, text)\n        store.flush()\n    except Exception:\n        pass\n',
    ),
  ],
  [
    'suppress',
    paths.py,
    py,
    py.replace(
      / {4}text = json[\s\S]*?flush\(\)\n/,
      '    with contextlib.suppress(Exception):\n        text = json.dumps(order)\n        store.write(order.id, text)\n        store.flush()\n',
    ),
  ],
  [
    'empty catch',
    paths.java,
    java,
    java.replace(/( {4}String text[\s\S]*?flush\(\);\n)/, '    try {\n$1    } catch (Exception ignored) {\n    }\n'),
  ],
  [
    'rethrow removed',
    paths.py,
    'def a():\n    try:\n        b(1)\n    except Exception:\n        log("x")\n        raise\n',
    'def a():\n    try:\n        b(1)\n    except Exception:\n        log("x")\n        pass\n'.replace(
      '        log("x")\n',
      '',
    ),
  ],
]);

fires('error-dropped', [
  [
    '_ = err',
    paths.go,
    go,
    go.replace('\tif err != nil {\n\t\treturn err\n\t}\n\treturn store', '\t_ = err\n\treturn store'),
  ],
  [
    'blank identifier',
    paths.go,
    go,
    go.replace(
      '\ttext, err := encode(order)\n\tif err != nil {\n\t\treturn err\n\t}\n',
      '\ttext, _ := encode(order)\n',
    ),
  ],
  [
    'returns nil',
    paths.go,
    go,
    go.replace(
      '\tif err != nil {\n\t\treturn err\n\t}\n\treturn store',
      '\tif err != nil {\n\t\treturn nil\n\t}\n\treturn store',
    ),
  ],
  ['unwrap_or_default', paths.rust, rust, rust.replace('encode(order)?', 'encode(order).unwrap_or_default()')],
  ['.ok()', paths.rust, rust, rust.replace('store.write(&order.id, &text)?;', 'store.write(&order.id, &text).ok();')],
  [
    'let _ =',
    paths.rust,
    rust,
    rust.replace('store.write(&order.id, &text)?;', 'let _ = store.write(&order.id, &text);'),
  ],
  ['.catch(() => {})', paths.ts, ts, ts.replace('await store.flush();', 'await store.flush().catch(() => {});')],
]);

fires('global-suppression', [
  ['warnings', paths.py, py, `import warnings\n\nwarnings.simplefilter("ignore")\n${py}`],
  ['uncaught errors', paths.ts, ts, `process.on('uncaughtException', () => {});\n${ts}`],
  [
    'panic hook',
    paths.rust,
    rust,
    rust.replace('    let text = encode', '    std::panic::set_hook(Box::new(|_| {}));\n    let text = encode'),
  ],
]);

fires('coverage-pragma', [
  [
    'istanbul',
    paths.ts,
    ts,
    ts.replace('export async function save', '/* istanbul ignore next */\nexport async function save'),
  ],
  ['c8', paths.ts, ts, ts.replace('export async function save', '/* c8 ignore next 8 */\nexport async function save')],
  ['v8', paths.ts, ts, ts.replace('export async function save', '/* v8 ignore start */\nexport async function save')],
  ['pragma', paths.py, py, py.replace('def save(order, store):', 'def save(order, store):  # pragma: no cover')],
  ['tarpaulin', paths.rust, rust, rust.replace('pub fn save', '#[cfg(not(tarpaulin_include))]\npub fn save')],
  ['coverage(off)', paths.rust, rust, rust.replace('pub fn save', '#[coverage(off)]\npub fn save')],
  ['@Generated', paths.java, java, java.replace('  public void save', '  @Generated\n  public void save')],
]);

quiet('an honest suppression or handler', [
  ['removed', paths.ts, ts.replace('  await store.flush', '  // @ts-ignore\n  await store.flush'), ts],
  [
    'moved with its line',
    paths.py,
    py.replace('store.flush()', 'store.flush()  # noqa'),
    py.replace(
      '    store.write(order.id, text)\n    store.flush()',
      '    store.flush()  # noqa\n    store.write(order.id, text)',
    ),
  ],
  ['talked about', paths.ts, ts, `// @ts-ignore is no longer needed in this file\n${ts}`],
  ['talked about', paths.go, go, go.replace('// Save writes', '// nolint is not needed here\n// Save writes')],
  [
    'rules narrowed',
    paths.py,
    py.replace('store.flush()', 'store.flush()  # noqa'),
    py.replace('store.flush()', 'store.flush()  # noqa: F821'),
  ],
  [
    'rethrow with context',
    paths.ts,
    ts,
    ts.replace(
      /( {2}const text = JSON[\s\S]*?flush\(\);\n)/,
      "  try {\n$1  } catch (cause) {\n    throw new Error('save', { cause });\n  }\n",
    ),
  ],
  [
    'rethrow with context',
    paths.java,
    java,
    java.replace(
      /( {4}String text[\s\S]*?flush\(\);\n)/,
      '    try {\n$1    } catch (RuntimeException e) {\n      throw new IOException(e);\n    }\n',
    ),
  ],
  [
    'a handler that uses the error',
    paths.py,
    py,
    py.replace(
      '    store.flush()',
      '    try:\n        store.flush()\n    except Exception as error:\n        store.fail(error)',
    ),
  ],
  [
    'a specific exception',
    paths.py,
    py,
    py.replace('    store.flush()', '    try:\n        store.flush()\n    except FileNotFoundError:\n        pass'),
  ],
  [
    'a fallback',
    paths.ts,
    ts,
    ts.replace(
      '  const rate = rates[country];',
      '  try {\n    return exact(net, country);\n  } catch {}\n  const rate = rates[country];',
    ),
  ],
]);
