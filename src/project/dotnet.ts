import type { Ecosystem } from './ecosystem.ts';

export const dotnet: Ecosystem = {
  name: 'dotnet',
  async detect(folder) {
    const file = (await folder.list()).find((name) => /\.(?:slnx?|csproj|fsproj|vbproj)$/.test(name));
    if (!file) return null;
    return {
      language: file.endsWith('.fsproj') ? 'F#' : 'C#',
      packageManager: 'nuget',
      conventional: {
        test: { command: 'dotnet test', evidence: file },
        typecheck: { command: 'dotnet build', evidence: file },
        build: { command: 'dotnet build', evidence: file },
      },
    };
  },
};
