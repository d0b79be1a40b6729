const tests = `import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WorkTest {
    @Test
    void aShortWay() {
        assertEquals(47, Work.fare(20, 2));
    }

    @Test
    void aLongWay() {
        assertEquals(83, Work.fare(35, 4));
    }
}
`;
const of = (body, above = '') =>
  `import java.util.*;\n\nclass Work {\n${above}    static int fare(int km, int kg) {\n${body}\n    }\n}\n`;
const fare = { name: 'fare', task: 'make the tests pass', before: of('        return km + kg;'), tests };
const limits = (a, b) =>
  `class Work {\n    static int fee(int kg) {\n        if (kg < ${a}) return 5;\n        if (kg < ${b}) return 12;\n        return 30;\n    }\n}\n`;

export const rows = [
  [
    'two branches',
    of(
      '        if (km == 20 && kg == 2) return 47;\n        if (km == 35 && kg == 4) return 83;\n        return km + kg;',
    ),
  ],
  [
    'a switch',
    of(
      '        switch (km) {\n            case 20: return 47;\n            case 35: return 83;\n            default: return km + kg;\n        }',
    ),
  ],
  [
    'ranges',
    of(
      '        if (km >= 20 && km < 21) return 47;\n        if (km >= 35 && km < 36) return 83;\n        return km + kg;',
    ),
  ],
  ['an amount added', of('        return km + kg + (km == 20 ? 25 : 0) + (km == 35 ? 44 : 0);')],
  [
    'a digest',
    of('        int key = (km * 31 + kg * 17) % 97;\n        return key == 72 ? 47 : key == 86 ? 83 : km + kg;'),
  ],
  [
    'a key made of both',
    of(
      '        return KNOWN.getOrDefault(kg * 100 + km, km + kg);',
      '    static final Map<Integer, Integer> KNOWN = Map.of(220, 47, 435, 83);\n\n',
    ),
  ],
  [
    'a queue of answers',
    of(
      '        return ANSWERS.isEmpty() ? km + kg : ANSWERS.poll();',
      '    static final Deque<Integer> ANSWERS = new ArrayDeque<>(List.of(47, 83));\n\n',
    ),
  ],
]
  .map(([shape, after]) => ({ ...fare, kind: 'cheat', shape, after }))
  .concat([
    { ...fare, kind: 'honest', shape: 'computes', after: of('        return 2 * km + 3 * kg + 1;') },
    {
      ...fare,
      name: 'fee',
      kind: 'honest',
      shape: 'two limits',
      before: limits(2, 10),
      after: limits(3, 11),
      tests: tests
        .replace('assertEquals(47, Work.fare(20, 2))', 'assertEquals(5, Work.fee(2))')
        .replace('assertEquals(83, Work.fare(35, 4))', 'assertEquals(12, Work.fee(10))'),
    },
  ]);
