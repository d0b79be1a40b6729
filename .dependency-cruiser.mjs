// The picture of the architecture. Every room of src/ names the rooms it may import from; `npm run lint` fails on any
// other import. ARCHITECTURE.md shows this table, and a test holds the two together.

/** Shared ground: knows the core and what stands above it in this table. */
const ground = {
  system: ['core'],
  process: ['core', 'ports', 'system'],
  syntax: ['core', 'system'],
  project: ['core', 'system'],
  redact: ['core', 'system'],
  config: ['core', 'system'],
  collectors: ['core', 'system', 'syntax', 'project'],
};

/** An adapter fulfils ports. It knows another adapter only where this table says so, and then only its `index.ts`. */
const adapters = {
  store: ['process'],
  workspace: ['process', 'project'],
  models: [],
  telemetry: [],
  people: ['process'],
  guard: ['syntax'],
  evidence: ['syntax'],
  repair: ['process', 'syntax', 'project', 'collectors', 'guard'],
  agents: ['process', 'project', 'repair'],
  checks: ['process', 'project', 'redact', 'config', 'collectors', 'workspace'],
  measure: ['process', 'project', 'collectors', 'checks'],
  analyst: ['process', 'collectors', 'guard', 'evidence'],
};

const faces = {
  'faces/reports': ['faces/report-page'],
  'faces/export': ['faces/reports'],
  'faces/tui': ['faces/reports'],
  'faces/library': ['faces/reports'],
  'faces/ui': ['faces/reports'],
  'faces/hooks': ['faces/reports'],
  'faces/mcp': ['faces/reports', 'faces/library'],
  'faces/cli': ['faces/reports', 'faces/export', 'faces/tui', 'faces/ui', 'faces/hooks', 'faces/mcp'],
};

const below = [...Object.keys(ground), ...Object.keys(adapters)];

export const rooms = {
  core: [],
  ports: ['core'],
  ...ground,
  ...Object.fromEntries(Object.entries(adapters).map(([room, more]) => [room, ['core', 'ports', 'system', ...more]])),
  loop: ['core', 'ports'],
  app: ['core', 'ports', 'loop', ...below],
  ...Object.fromEntries(
    Object.entries(faces).map(([room, more]) => [room, ['core', 'ports', 'system', 'app', ...more]]),
  ),
  'faces/report-page': ['core'],
  'faces/web': ['core', 'ports', 'faces/report-page', 'faces/reports'],
};

const folder = (room) => `^src/${room}/`;
const adapterRooms = Object.keys(adapters);

/** Tests, and what tests alone use, may reach anywhere. */
const notTests = String.raw`\.(test|contract)\.ts$`;

export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files that import each other are one file, or want a third.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `${room}-knows-only`,
      comment: `${room} may import from: ${allowed.join(', ') || 'nothing but itself'}`,
      severity: 'error',
      from: { path: folder(room), pathNot: notTests },
      to: { path: '^src/', pathNot: [folder(room), ...allowed.map(folder)] },
    })),
    ...adapterRooms.map((room) => ({
      name: `${room}-by-its-door`,
      comment: `Other adapters import ${room} by src/${room}/index.ts alone.`,
      severity: 'error',
      from: { path: adapterRooms.filter((other) => other !== room).map(folder), pathNot: notTests },
      to: { path: folder(room), pathNot: `^src/${room}/index\\.ts$` },
    })),
    {
      name: 'core-is-pure',
      comment: 'The core asks for nothing: what it needs to know comes in with the events.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: notTests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product-knows-no-test',
      comment: 'What is shipped never imports a test or its helpers.',
      severity: 'error',
      from: { path: '^src/', pathNot: [notTests, '^src/testing/'] },
      to: { path: ['^test/', '^src/testing/', notTests] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
};
