import { openFolder } from './folder.ts';
import { ecosystems } from './index.ts';
import { projectFolders } from './project-folder.ts';
import { detectWorkspaces, type Workspaces } from './workspaces.ts';

export interface Survey {
  /** Each language with its folders; the root is `.`. */
  languages: { language: string; folders: string[] }[];
  /** `pnpm`, `cargo`; several if there are several languages. */
  packageManagers: string[];
  workspaces: Workspaces[];
}

/** An overview of the whole repository. Never rejects. */
export async function surveyProject(root: string): Promise<Survey> {
  const workspaces = await detectWorkspaces(root);
  const members = workspaces.flatMap(({ folders }) => folders);
  const folders = [...new Set([...(await projectFolders(root)), ...members])];
  const languages = new Map<string, string[]>();
  const managers = new Set<string>();
  for (const folder of folders) {
    const here = openFolder(`${root}/${folder}`, [`${root}/${folder}`, root]);
    for (const finding of await Promise.all(ecosystems.map((ecosystem) => ecosystem.detect(here)))) {
      if (finding?.packageManager) managers.add(finding.packageManager);
      if (!finding?.language) continue;
      languages.set(finding.language, [...(languages.get(finding.language) ?? []), folder || '.']);
    }
  }
  return {
    languages: [...languages].map(([language, folders]) => ({ language, folders: folders })),
    packageManagers: [...managers],
    workspaces,
  };
}
