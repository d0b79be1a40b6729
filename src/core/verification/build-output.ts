const REBUILT = /(?:^|\/)(?:dist|build|out|obj|\.output)\//;

/** Every build writes it again: it need not be saved. */
export function isRebuilt(path: string): boolean {
  return REBUILT.test(path);
}
