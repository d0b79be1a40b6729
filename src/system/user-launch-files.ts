import { homedir } from 'node:os';
import { join } from 'node:path';

export interface UserLaunchFiles {
  /** Git's own settings of the user. */
  gitConfigs: string[];
  /** Other files and folders that decide what the user's next command does. */
  others: string[];
}

/** What `jumar` and `git` read from the user's home folder, wherever they are called. */
export function userLaunchFiles(env: NodeJS.ProcessEnv): UserLaunchFiles {
  const home = env.HOME || homedir();
  const config = configHome(env);
  return {
    gitConfigs: [env.GIT_CONFIG_GLOBAL || join(home, '.gitconfig'), join(config, 'git', 'config')],
    others: [join(config, 'jumar'), join(config, 'git', 'attributes')],
  };
}

export function configHome(env: NodeJS.ProcessEnv): string {
  return env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
}
