// No cycle between folders, at any depth: what is shipped, without its tests.
export default {
  forbidden: [
    {
      name: 'no-cycle-between-folders',
      comment: 'Of two folders that need each other, one holds something that belongs in the other or beneath both.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    includeOnly: { path: '^src/' },
    exclude: { path: [String.raw`\.test\.ts$`, '^src/index\\.ts$'] },
    enhancedResolveOptions: { extensions: ['.ts'] },
  },
};
