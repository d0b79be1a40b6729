import { relative, resolve } from 'node:path';
import type { ProjectCommand, ProjectCommands, ProjectScript } from '../core/criteria/project.ts';
import { shellQuote } from '../core/criteria/shell-words.ts';
import { type Finding, type Purpose, purposes } from './ecosystem.ts';
import { executables } from './executables.ts';
import { openFolder } from './folder.ts';
import { foldersUpwards } from './folders-upwards.ts';
import { ecosystems } from './index.ts';

export interface DetectedProject extends ProjectCommands {
  packageManager: string | null;
  languages: string[];
  /** The evidence for each command: `npm test: package.json script test`. */
  evidence: string[];
}

/**
 * The commands for `cwd`, from the files in it and in the folders above it up to the workspace's root. For each purpose
 * the nearest folder with a command wins. Only reads files, and never rejects.
 */
export async function detectProject(
  root: string,
  cwd: string,
  searchPath: string = process.env.PATH ?? '',
): Promise<DetectedProject> {
  const folders = foldersUpwards(root, cwd);
  const findingsByFolder: { folder: string; findings: Finding[] }[] = [];
  for (const [index, path] of folders.entries()) {
    const folder = openFolder(path, folders.slice(index), searchPath);
    const findings = await Promise.all(ecosystems.map((ecosystem) => ecosystem.detect(folder)));
    findingsByFolder.push({ folder: path, findings: findings.filter((finding) => finding !== null) });
  }
  const all = findingsByFolder.flatMap(({ findings }) => findings);
  const withFolder = (folder: string, command: string) => inFolder(relative(resolve(cwd), folder), command);
  const choose = (purpose: Purpose): ProjectCommand | null => {
    for (const { folder, findings } of findingsByFolder) {
      const choice =
        findings.find(({ declared }) => declared?.[purpose])?.declared?.[purpose] ??
        findings.find(({ conventional }) => conventional?.[purpose])?.conventional?.[purpose];
      if (choice) return { command: withFolder(folder, choice.command), evidence: choice.evidence };
    }
    return null;
  };
  const commands = Object.fromEntries(purposes.map((purpose) => [purpose, choose(purpose)])) as Record<
    Purpose,
    ProjectCommand | null
  >;
  return {
    ...commands,
    scripts: uniqueByName(
      findingsByFolder.flatMap(({ folder, findings }) =>
        findings.flatMap(({ scripts = [] }) =>
          scripts.map(({ name, command }) => ({ name, command: withFolder(folder, command) })),
        ),
      ),
    ),
    isExecutable: executables(folders, searchPath),
    packageManager: all.find(({ packageManager }) => packageManager)?.packageManager ?? null,
    languages: [...new Set(all.flatMap(({ language }) => language ?? []))],
    evidence: purposes.flatMap((purpose) => {
      const command = commands[purpose];
      return command ? [`${command.command}: ${command.evidence}`] : [];
    }),
  };
}

function inFolder(path: string, command: string): string {
  return path === '' ? command : `cd ${shellQuote(path)} && ${command}`;
}

function uniqueByName(scripts: ProjectScript[]): ProjectScript[] {
  return [...new Map(scripts.toReversed().map((script) => [script.name, script])).values()].reverse();
}
