export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function contains(box: Box, point: Point): boolean {
  const insideX = point.x >= box.left && point.x < box.left + box.width;
  const insideY = point.y >= box.top && point.y < box.top + box.height;
  return insideX && insideY;
}

export function area(box: Box): number {
  return box.width * box.height;
}

/** The part that two boxes share; null where they share none. */
export function intersection(a: Box, b: Box): Box | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.left + a.width, b.left + b.width);
  const bottom = Math.min(a.top + a.height, b.top + b.height);
  if (right <= left || bottom <= top) return null;
  return { left, top, width: right - left, height: bottom - top };
}

/** The shoelace formula. */
export function polygonArea(points: readonly Point[]): number {
  let sum = 0;
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    sum += a.x * b.y - b.x * a.y;
  }
  return Math.abs(sum) / 2;
}

export function scale(box: Box, factor = 1): Box {
  return { ...box, width: box.width * factor, height: box.height * factor };
}
