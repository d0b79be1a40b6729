const REFUSED = 'because the room lets no check write to';
const HOME_NOTE = ', your home folder';

/** Why a check measured nothing; the symptom below finds the folder in it. */
export function refusedWriteReason(folder: string, isHome: boolean): string {
  return `${REFUSED} ${folder}${isHome ? HOME_NOTE : ''}`;
}

export const refusedWriteSymptom = new RegExp(`${REFUSED} (/[^\\n]*)`);

/** What lets a check write where it must, from the folder in its reason. */
export function refusedWriteRemedy(folder: string): string {
  const setting = (path: string) => `jumar config set room.writable ${quoted(path)}`;
  if (!folder.endsWith(HOME_NOTE))
    return `let checks write there: \`${setting(folder)}\` (with the folders that it has already, parted by commas), then start again`;
  const home = folder.slice(0, -HOME_NOTE.length);
  return `give the check a home folder that is thrown away: --until "HOME=/tmp <the check>"; \`${setting(home)}\` opens your whole home folder to checks instead`;
}

const quoted = (path: string) => (/^[\w./~+@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
