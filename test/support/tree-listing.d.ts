/**
 * Every file and link beneath a folder with its permissions and content, as lines that can be compared. Names are
 * latin1, so that those which are not UTF-8 are told apart. `.git` and folders as such are left out.
 */
export declare function treeListing(root: string, ignore?: (path: string) => boolean): string[];
