type Colour = (text: string) => string;

export interface Paint {
  bold: Colour;
  dim: Colour;
  red: Colour;
  green: Colour;
  yellow: Colour;
}

const same: Colour = (text) => text;
export const plainPaint: Paint = { bold: same, dim: same, red: same, green: same, yellow: same };

/** Colours for a terminal; none in CI logs and pipes, or if NO_COLOR is set. */
export function paintFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  if (!stream.isTTY || env.NO_COLOR || env.TERM === 'dumb') return plainPaint;
  const code =
    (open: number, close: number): Colour =>
    (text) =>
      `\u001b[${open}m${text}\u001b[${close}m`;
  return { bold: code(1, 22), dim: code(2, 22), red: code(31, 39), green: code(32, 39), yellow: code(33, 39) };
}
