/** The public interface of this folder for other adapters. */
export { makeAside } from './aside.ts';
export { openCheckout } from './checkout.ts';
export { type GitWorkspace, openWorkspace } from './git-workspace.ts';
export { isBuildOutput } from './ignore.ts';
export type { Wanted } from './ignored.ts';
export { openOverlay } from './overlay.ts';
export { megabytes } from './size-notes.ts';
export { tidyShadow } from './tidy.ts';
export { readHead } from './user.ts';
