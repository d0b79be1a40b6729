import { describe, expect, test } from 'vitest';
import { blocking, changed, edit, inBothStances } from '../../../test/support/guard/judge.ts';

interface Sample {
  path: string;
  file(body: string): string;
  /** Pieces of a body, each once as it was, and as it became. */
  fixed: [what: string, before: string, after: string][];
  inverted: [what: string, before: string, after: string][];
  honest: [what: string, before: string, after: string][];
}

const js = (body: string): string => `export function ship(order, stock) {\n${body}\n  return pack(order);\n}\n`;
const python = (body: string): string => `def ship(order, stock):\n${body}\n    return pack(order)\n`;
const go = (body: string): string =>
  `package a\n\nfunc Ship(order Order, stock Stock) error {\n${body}\n\treturn pack(order)\n}\n`;
const rust = (body: string): string =>
  `pub fn ship(order: Order, stock: Stock) -> Parcel {\n${body}\n    pack(order)\n}\n`;
const java = (body: string): string =>
  `class Shop {\n  Parcel ship(Order order, Stock stock) {\n${body}\n    return pack(order);\n  }\n}\n`;

const samples: Record<string, Sample> = {
  javascript: {
    path: 'src/ship.js',
    file: js,
    fixed: [
      [
        'a guard',
        "  if (order.total < 0) throw new Error('negative');",
        "  if (false && order.total < 0) throw new Error('negative');",
      ],
      [
        'a guard, from the other side',
        "  if (order.total < 0) throw new Error('negative');",
        "  if (order.total < 0 && false) throw new Error('negative');",
      ],
      [
        'a guard that is 0',
        "  if (order.total < 0) throw new Error('negative');",
        "  if (0) throw new Error('negative');",
      ],
      ['a branch', '  if (order.isGift) wrap(order);', '  if (1 === 2) wrap(order);'],
      ['a branch that always holds', '  if (order.isGift) wrap(order);', '  if (order.isGift || true) wrap(order);'],
      ['a branch behind a negated literal', '  if (order.isGift) wrap(order);', '  if (!1) wrap(order);'],
      [
        'a loop',
        '  for (let i = 0; i < order.lines.length; i++) check(order.lines[i]);',
        '  for (let i = 0; false && i < order.lines.length; i++) check(order.lines[i]);',
      ],
      ['another loop', '  while (stock.more()) stock.next();', '  while (false) stock.next();'],
      [
        'a choice',
        '  const box = order.isBig ? crate(order) : bag(order);',
        '  const box = false ? crate(order) : bag(order);',
      ],
      [
        'a part of a condition',
        '  if (order.paid && stock.has(order)) send(order);',
        '  if ((order.paid || true) && stock.has(order)) send(order);',
      ],
      ['a value', '  const isFine = stock.has(order);', '  const isFine = stock.has(order) || true;'],
      [
        'an else if',
        '  if (order.a) first();\n  else if (order.b) second(order);',
        '  if (order.a) first();\n  else if (order.b && !1) second(order);',
      ],
      ['a call on a literal', '  if (order.isGift) wrap(order);', '  if (Boolean(0)) wrap(order);'],
    ],
    inverted: [
      ['a branch', '  if (order.isGift) wrap(order);', '  if (!order.isGift) wrap(order);'],
      ['a comparison', '  if (order.total > 100) discount(order);', '  if (order.total <= 100) discount(order);'],
      ['both of two', '  if (order.a && order.b) discount(order);', '  if (!order.a || !order.b) discount(order);'],
      [
        'a choice',
        '  const box = order.isBig ? crate(order) : bag(order);',
        '  const box = !order.isBig ? crate(order) : bag(order);',
      ],
    ],
    honest: [
      [
        'both branches swapped',
        '  if (order.isBig) crate(order);\n  else bag(order);',
        '  if (!order.isBig) bag(order);\n  else crate(order);',
      ],
      [
        'an early exit',
        '  if (order.isBig) {\n    crate(order);\n    label(order);\n  }',
        '  if (!order.isBig) return null;\n  crate(order);\n  label(order);',
      ],
      [
        'the same in other words',
        '  if (!(order.total > 100)) discount(order);',
        '  if (order.total <= 100) discount(order);',
      ],
      [
        'a loop that asks inside',
        '  while (stock.more()) {\n    stock.next();\n  }',
        '  while (true) {\n    if (!stock.more()) break;\n    stock.next();\n  }',
      ],
      [
        'default values',
        '  const options = order.options;\n  use(options);',
        "  const options = order.options || {};\n  const name = order.name && 'named';\n  use(options, name);",
      ],
      ['a debug flag that goes with its branch', '  if (DEBUG) console.log(order);\n  send(order);', '  send(order);'],
      [
        'a stricter condition',
        '  if (order.total < 0) throw new Error();',
        '  if (order.total <= 0) throw new Error();',
      ],
      ['a flag whose branch always runs', '  if (FLAGS.wrap) wrap(order);', '  wrap(order);'],
      ['a new endless loop', '  send(order);', '  while (true) {\n    if (send(order)) break;\n  }'],
    ],
  },
  python: {
    path: 'ship.py',
    file: python,
    fixed: [
      [
        'a guard',
        '    if order.total < 0:\n        raise ValueError("negative")',
        '    if False and order.total < 0:\n        raise ValueError("negative")',
      ],
      ['a branch', '    if order.is_gift:\n        wrap(order)', '    if 0:\n        wrap(order)'],
      [
        'an elif',
        '    if order.a:\n        first()\n    elif order.b:\n        second(order)',
        '    if order.a:\n        first()\n    elif order.b and False:\n        second(order)',
      ],
      [
        'a loop',
        '    while stock.more():\n        stock.next()',
        '    while stock.more() and False:\n        stock.next()',
      ],
      [
        'a choice',
        '    box = crate(order) if order.is_big else bag(order)',
        '    box = crate(order) if False else bag(order)',
      ],
      ['a value', '    fine = stock.has(order)', '    fine = stock.has(order) or True'],
    ],
    inverted: [
      ['a branch', '    if order.is_gift:\n        wrap(order)', '    if not order.is_gift:\n        wrap(order)'],
      ['membership', '    if order in stock:\n        take(order)', '    if order not in stock:\n        take(order)'],
    ],
    honest: [
      [
        'both branches swapped',
        '    if order.is_big:\n        crate(order)\n    else:\n        bag(order)',
        '    if not order.is_big:\n        bag(order)\n    else:\n        crate(order)',
      ],
      [
        'default values',
        '    options = order.options\n    use(options)',
        '    options = order.options or {}\n    name = order.name or None\n    use(options, name)',
      ],
    ],
  },
  go: {
    path: 'ship.go',
    file: go,
    fixed: [
      [
        'a guard',
        '\tif order.Total < 0 {\n\t\treturn errNegative\n\t}',
        '\tif false && order.Total < 0 {\n\t\treturn errNegative\n\t}',
      ],
      ['a branch', '\tif order.Gift {\n\t\twrap(order)\n\t}', '\tif 1 == 2 {\n\t\twrap(order)\n\t}'],
      ['a loop', '\tfor stock.More() {\n\t\tstock.Next()\n\t}', '\tfor false && stock.More() {\n\t\tstock.Next()\n\t}'],
      ['a value', '\tfine := stock.Has(order)', '\tfine := stock.Has(order) || true'],
    ],
    inverted: [['a branch', '\tif order.Gift {\n\t\twrap(order)\n\t}', '\tif !order.Gift {\n\t\twrap(order)\n\t}']],
    honest: [
      [
        'both branches swapped',
        '\tif order.Big {\n\t\tcrate(order)\n\t} else {\n\t\tbag(order)\n\t}',
        '\tif !order.Big {\n\t\tbag(order)\n\t} else {\n\t\tcrate(order)\n\t}',
      ],
    ],
  },
  rust: {
    path: 'src/ship.rs',
    file: rust,
    fixed: [
      [
        'a guard',
        '    if order.total < 0 {\n        panic!("negative");\n    }',
        '    if false && order.total < 0 {\n        panic!("negative");\n    }',
      ],
      [
        'a branch',
        '    if order.gift {\n        wrap(&order);\n    }',
        '    if order.gift || true {\n        wrap(&order);\n    }',
      ],
      [
        'a loop',
        '    while stock.more() {\n        stock.next();\n    }',
        '    while false {\n        stock.next();\n    }',
      ],
      [
        'an arm',
        '    match order.kind {\n        Kind::Big if stock.free() => crate_it(&order),\n        _ => bag(&order),\n    }',
        '    match order.kind {\n        Kind::Big if false => crate_it(&order),\n        _ => bag(&order),\n    }',
      ],
    ],
    inverted: [
      [
        'a branch',
        '    if order.gift {\n        wrap(&order);\n    }',
        '    if !order.gift {\n        wrap(&order);\n    }',
      ],
    ],
    honest: [
      [
        'both branches swapped',
        '    if order.big {\n        crate_it(&order);\n    } else {\n        bag(&order);\n    }',
        '    if !order.big {\n        bag(&order);\n    } else {\n        crate_it(&order);\n    }',
      ],
    ],
  },
  java: {
    path: 'src/main/java/Shop.java',
    file: java,
    fixed: [
      [
        'a guard',
        '    if (order.total < 0) throw new IllegalArgumentException("negative");',
        '    if (false && order.total < 0) throw new IllegalArgumentException("negative");',
      ],
      ['a branch', '    if (order.gift) wrap(order);', '    if (1 == 2) wrap(order);'],
      ['a loop', '    while (stock.more()) stock.next();', '    while (stock.more() && false) stock.next();'],
      [
        'a choice',
        '    Box box = order.big ? crate(order) : bag(order);',
        '    Box box = false ? crate(order) : bag(order);',
      ],
    ],
    inverted: [['a branch', '    if (order.gift) wrap(order);', '    if (!order.gift) wrap(order);']],
    honest: [
      [
        'both branches swapped',
        '    if (order.big) crate(order); else bag(order);',
        '    if (!order.big) bag(order); else crate(order);',
      ],
    ],
  },
};

const rows = (part: 'fixed' | 'inverted' | 'honest') =>
  Object.entries(samples).flatMap(([language, sample]) =>
    sample[part].map(
      ([what, before, after]) => [language, what, edit(sample.path, sample.file(before), sample.file(after))] as const,
    ),
  );

describe('a condition', () => {
  test.each(rows('fixed'))(
    '%s: %s no longer depends on anything: it blocks in a loop and warns in a review',
    async (_, __, change) => {
      expect(await inBothStances('condition-fixed', change)).toEqual({ agent: 'high', review: 'medium' });
    },
  );

  test.each(rows('inverted'))('%s: %s asks the opposite: it warns', async (_, __, change) => {
    expect(await inBothStances('condition-inverted', change)).toEqual({ agent: 'medium', review: 'medium' });
  });

  test.each(rows('honest'))('%s: %s is no finding', async (_, __, { path, before, after }) => {
    expect(await changed([[path, before, after]])).toEqual([]);
  });

  test('no longer depends on anything because the task says so: it is expected', async () => {
    const off = edit('src/ship.js', js('  if (order.isGift) wrapGift(order);'), js('  if (false) wrapGift(order);'));
    const found = await changed([[off.path, off.before, off.after]], 'Disable gift wrapping for now');
    expect(found).toEqual([]);
    expect(await changed([[off.path, off.before, off.after]], 'Make the tests pass')).toEqual(['condition-fixed']);
  });

  test('asks the opposite, and its test was weakened: it blocks', async () => {
    const tests = (claim: string) => `test('gifts', () => {\n  ship(order);\n  ${claim}\n});\n`;
    const found = await blocking(
      edit('src/ship.js', js('  if (order.isGift) wrap(order);'), js('  if (!order.isGift) wrap(order);')),
      edit('test/ship.test.js', tests('expect(order.wrapped).toBe(true);'), tests('')),
    );
    expect(found).toContain('condition-inverted');
  });
});

const decode = (more: string): string =>
  `export function decode(kind, bytes) {\n  switch (kind) {\n    case 'png':\n      return decodePng(bytes);\n${more}    case 'jpg':\n      return decodeJpeg(bytes, { quick: true });\n    default:\n      return bytes;\n  }\n}\n`;
const gif = "    case 'gif':\n      return decodeGif(bytes, frames);\n";

/** `[language, what, path, before, after]` */
const lost: [string, string, string, string, string][] = [
  ['javascript', 'a case', 'src/decode.js', decode(gif), decode('')],
  [
    'javascript',
    'a branch',
    'src/ship.js',
    js("  check(order);\n  if (order.country === 'CH') addCustoms(order);"),
    js('  check(order);'),
  ],
  [
    'javascript',
    'an else if',
    'src/ship.js',
    js(
      "  if (order.kind === 'big') crate(order);\n  else if (order.kind === 'cold') coolBox(order);\n  else bag(order);",
    ),
    js("  if (order.kind === 'big') crate(order);\n  else bag(order);"),
  ],
  [
    'python',
    'an elif',
    'ship.py',
    python(
      '    if order.kind == "big":\n        crate(order)\n    elif order.kind == "cold":\n        cool_box(order)\n    else:\n        bag(order)',
    ),
    python('    if order.kind == "big":\n        crate(order)\n    else:\n        bag(order)'),
  ],
  [
    'python',
    'a handler',
    'ship.py',
    python(
      '    try:\n        reserve(order)\n    except OutOfStock:\n        order_more(order)\n    except Broken as error:\n        report(error)',
    ),
    python('    try:\n        reserve(order)\n    except Broken as error:\n        report(error)'),
  ],
  [
    'python',
    'a case',
    'ship.py',
    python(
      '    match order.kind:\n        case "big":\n            crate(order)\n        case "cold":\n            cool_box(order)',
    ),
    python('    match order.kind:\n        case "big":\n            crate(order)'),
  ],
  [
    'go',
    'a case',
    'ship.go',
    go('\tswitch order.Kind {\n\tcase "big":\n\t\tcrate(order)\n\tcase "cold":\n\t\tcoolBox(order)\n\t}'),
    go('\tswitch order.Kind {\n\tcase "big":\n\t\tcrate(order)\n\t}'),
  ],
  ['go', 'a branch', 'ship.go', go('\tif order.Country == "CH" {\n\t\taddCustoms(order)\n\t}'), go('')],
  [
    'rust',
    'an arm',
    'src/ship.rs',
    rust(
      '    match order.kind {\n        Kind::Big => crate_it(&order),\n        Kind::Cold => cool_box(&order),\n        _ => bag(&order),\n    }',
    ),
    rust('    match order.kind {\n        Kind::Big => crate_it(&order),\n        _ => bag(&order),\n    }'),
  ],
  [
    'java',
    'a case',
    'src/main/java/Shop.java',
    java(
      '    switch (order.kind) {\n      case "big":\n        crate(order);\n        break;\n      case "cold":\n        coolBox(order);\n        break;\n    }',
    ),
    java('    switch (order.kind) {\n      case "big":\n        crate(order);\n        break;\n    }'),
  ],
  [
    'java',
    'a handler',
    'src/main/java/Shop.java',
    java(
      '    try {\n      reserve(order);\n    } catch (OutOfStock e) {\n      orderMore(order);\n    } catch (Broken e) {\n      report(e);\n    }',
    ),
    java('    try {\n      reserve(order);\n    } catch (Broken e) {\n      report(e);\n    }'),
  ],
];

describe('a branch of a function that stays', () => {
  test.each(lost)('%s: %s is gone: it warns', async (_, __, path, before, after) => {
    expect(await inBothStances('branch-removed', edit(path, before, after))).toEqual({
      agent: 'medium',
      review: 'medium',
    });
  });

  test('is gone together with its test: it blocks', async () => {
    const tests = (more: string) => `test('png', () => {\n  expect(decode('png', a)).toBe(b);\n});\n${more}`;
    const gifTest = "test('decode gifs', () => {\n  expect(decode('gif', a)).toBe(b);\n});\n";
    const found = await blocking(
      edit('src/decode.js', decode(gif), decode('')),
      edit('test/decode.test.js', tests(gifTest), tests('')),
    );
    expect(found).toContain('branch-removed');
  });

  test('is gone because the task says so: it is expected', async () => {
    expect(await changed([['src/decode.js', decode(gif), decode('')]], 'Remove support for gif')).toEqual([]);
  });

  test.each<[what: string, before: string, after: string]>([
    [
      'moved into a helper',
      decode(gif),
      `${decode("    case 'gif':\n      return animated(bytes);\n")}\nfunction animated(bytes) {\n  return decodeGif(bytes, frames);\n}\n`,
    ],
    [
      'moved into a table',
      decode(gif),
      `const decoders = { gif: (bytes) => decodeGif(bytes, frames) };\n${decode('').replace('return bytes;', 'return decoders[kind]?.(bytes) ?? bytes;')}`,
    ],
    [
      'moved into a method',
      decode(gif),
      `class Gif {\n  decode(bytes) {\n    return decodeGif(bytes, frames);\n  }\n}\n${decode('')}`,
    ],
    [
      'merged with another',
      js("  if (order.country === 'CH') return customs(order);\n  if (order.country === 'NO') return customs(order);"),
      js("  if (order.country === 'CH' || order.country === 'NO') return customs(order);"),
    ],
    [
      'asks in other words',
      js("  if (order.country === 'CH') addCustoms(order);"),
      js("  if (order.country.code === 'CH') addCustoms(order);"),
    ],
    ['does its work for all', js("  if (order.country === 'CH') addCustoms(order);"), js('  addCustoms(order);')],
    [
      'became a default value',
      js("  if (order.box === undefined) order.box = chooseBox('small');"),
      js("  order.box ??= chooseBox('small');"),
    ],
    [
      'was a shortcut only',
      js('  if (order.lines.length === 0) return [];\n  const lines = order.lines.map(line);'),
      js('  const lines = order.lines.map(line);'),
    ],
    [
      'became a lookup',
      js("  if (order.kind === 'a') return 'first';\n  if (order.kind === 'b') return 'second';"),
      js("  const known = { a: 'first', b: 'second' };\n  if (order.kind in known) return known[order.kind];"),
    ],
  ])('%s: no finding', async (_, before, after) => {
    expect(await changed([['src/work.js', before, after]])).toEqual([]);
  });
});
