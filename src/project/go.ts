import type { Ecosystem } from './ecosystem.ts';

export const go: Ecosystem = {
  name: 'go',
  async detect(folder) {
    if (!(await folder.has('go.mod'))) return null;
    const linter = (await folder.list()).find((name) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(name));
    return {
      language: 'Go',
      packageManager: 'go',
      conventional: {
        test: { command: 'go test ./...', evidence: 'go.mod' },
        lint: linter
          ? { command: 'golangci-lint run', evidence: linter }
          : { command: 'go vet ./...', evidence: 'go.mod' },
        typecheck: { command: 'go vet ./...', evidence: 'go.mod' },
        build: { command: 'go build ./...', evidence: 'go.mod' },
      },
    };
  },
};
