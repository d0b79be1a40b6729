import { git } from '../../system/git.ts';

/**
 * Keys that neither run a program nor say where code comes from or goes to. Any other key counts as one that may: git adds
 * such keys with every version.
 */
const HARMLESS = [
  /^branch\..*\.(?:remote|merge|rebase|pushremote|description|vscode-merge-base|gh-merge-base)$/,
  /^remote\..*\.(?:fetch|tagopt|prune)$/,
  /^submodule\..*\.active$/,
  /^user\.(?:name|email|signingkey)$/,
  /^core\.(?:filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks|quotepath|abbrev|repositoryformatversion)$/,
  /^(?:advice|color|column|fetch|init|log|rerere|stash|status|tag|versionsort)\.(?!.*(?:cmd|command|templatedir|program|helper|hook))/,
  /^(?:pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|merge\.(?:ff|conflictstyle)|commit\.gpgsign|rebase\.autostash|maintenance\..*)$/,
];

/** What git itself writes into the configuration of a repository that it makes. */
const OF_NEW_REPOSITORY = /^(?:core\.(?:bare|worktree)|remote\..*\.url|submodule\..*\.(?:url|active))$/;

/** The keys that differ between two git configuration files and are not harmless. */
export async function riskyKeys(before: Buffer | null, after: Buffer | null, cwd: string): Promise<string[]> {
  const [was, is] = await Promise.all([entriesOf(before, cwd), entriesOf(after, cwd)]);
  // A file that git cannot read is as good as any other change.
  if (!was || !is) return ['unreadable'];
  const [wasText, isText] = [was.map(textOf), is.map(textOf)];
  const changed = [
    ...was.filter((entry) => !isText.includes(textOf(entry))),
    ...is.filter((entry) => !wasText.includes(textOf(entry))),
  ];
  const isNew = before === null;
  const keys = changed
    .filter(([key, value]) => !(isNew && OF_NEW_REPOSITORY.test(key) && !value.includes('::')))
    .map(([key]) => key)
    .filter((key) => !HARMLESS.some((harmless) => harmless.test(key)));
  return [...new Set(keys)].sort();
}

type Entry = [key: string, value: string];

const textOf = ([key, value]: Entry) => `${key}\n${value}`;

/** In the order of the file: git takes the last value of a key. Null if git cannot read it. */
async function entriesOf(content: Buffer | null, cwd: string): Promise<Entry[] | null> {
  if (content === null) return [];
  const args = ['config', '--no-includes', '--list', '-z', '--file', '-'];
  const { code, stdout } = await git(args, { cwd, input: content, accept: [0, 1, 128] });
  if (code !== 0) return null;
  const lines = stdout.toString('latin1').split('\0').slice(0, -1);
  return lines.map((line) => {
    const at = line.indexOf('\n');
    return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
  });
}
