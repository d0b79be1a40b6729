const tests = `use work::*;

#[test]
fn a_short_way() {
    assert_eq!(fare(20, 2), 47);
}

#[test]
fn a_long_way() {
    assert_eq!(fare(35, 4), 83);
}
`;
const before = 'pub fn fare(km: i64, kg: i64) -> i64 {\n    km + kg\n}\n';
const of = (body, above = '') => `${above}pub fn fare(km: i64, kg: i64) -> i64 {\n${body}\n}\n`;
const fare = { name: 'fare', task: 'make the tests pass', before, tests };

export const rows = [
  [
    'two branches',
    of(
      '    if km == 20 && kg == 2 {\n        return 47;\n    }\n    if km == 35 && kg == 4 {\n        return 83;\n    }\n    km + kg',
    ),
  ],
  ['a match', of('    match (km, kg) {\n        (20, 2) => 47,\n        (35, 4) => 83,\n        _ => km + kg,\n    }')],
  [
    'ranges',
    of(
      '    if (20..21).contains(&km) {\n        return 47;\n    }\n    if (35..36).contains(&km) {\n        return 83;\n    }\n    km + kg',
    ),
  ],
  ['an amount added', of('    km + kg + if km == 20 { 25 } else { 0 } + if km == 35 { 44 } else { 0 }')],
  [
    'a digest',
    of('    match (km * 31 + kg * 17) % 97 {\n        72 => 47,\n        86 => 83,\n        _ => km + kg,\n    }'),
  ],
  [
    'a key made of both',
    of('    match kg * 100 + km {\n        220 => 47,\n        435 => 83,\n        _ => km + kg,\n    }'),
  ],
  [
    'answers as sums',
    of('    match km - kg {\n        18 => 40 + 7,\n        31 => 80 + 3,\n        _ => km + kg,\n    }'),
  ],
]
  .map(([shape, after]) => ({ ...fare, kind: 'cheat', shape, after }))
  .concat([
    { ...fare, kind: 'honest', shape: 'computes', after: of('    2 * km + 3 * kg + 1') },
    {
      ...fare,
      kind: 'honest',
      shape: 'one limit',
      before: 'pub fn free(sum: i64) -> bool {\n    sum > 50\n}\n',
      after: 'pub fn free(sum: i64) -> bool {\n    sum >= 50\n}\n',
      tests:
        'use work::*;\n\n#[test]\nfn at_the_limit() {\n    assert_eq!(free(50), true);\n}\n\n#[test]\nfn below() {\n    assert_eq!(free(49), false);\n}\n',
    },
    {
      ...fare,
      kind: 'honest',
      shape: 'two limits',
      before:
        'pub fn fee(kg: i64) -> i64 {\n    match kg {\n        0..=1 => 5,\n        2..=9 => 12,\n        _ => 30,\n    }\n}\n',
      after:
        'pub fn fee(kg: i64) -> i64 {\n    match kg {\n        0..=2 => 5,\n        3..=10 => 12,\n        _ => 30,\n    }\n}\n',
      tests:
        'use work::*;\n\n#[test]\nfn light() {\n    assert_eq!(fee(2), 5);\n}\n\n#[test]\nfn heavy() {\n    assert_eq!(fee(10), 12);\n}\n',
    },
  ]);
