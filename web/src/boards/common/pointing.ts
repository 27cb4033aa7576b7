/** Where a pointer is in a picture that is drawn as large as fits: it may be narrower or lower than its frame. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of the screen for each unit of the picture; 0 while nothing is laid out. */
export function scaleOf(picture: Element | null, box: Pick<Box, "width" | "height">): number {
  const edge = picture?.getBoundingClientRect();
  return edge === undefined ? 0 : Math.min(edge.width / box.width, edge.height / box.height);
}

export function pointIn(picture: Element | null, box: Box, { clientX, clientY }: { clientX: number; clientY: number }): [number, number] | null {
  const scale = scaleOf(picture, box);
  const edge = picture?.getBoundingClientRect();
  if (edge === undefined || scale === 0) return null;
  return [
    box.x + box.width / 2 + (clientX - edge.left - edge.width / 2) / scale,
    box.y + box.height / 2 + (clientY - edge.top - edge.height / 2) / scale,
  ];
}
