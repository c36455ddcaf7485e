import type { Box } from "#drawing/text/lay-out.ts";

export interface Point {
  x: number;
  y: number;
}

/** Which way a handle lies from the middle: -1, 0 or 1 on each axis; never 0 on both. */
export interface Handle {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** A point turned about another, in degrees clockwise. */
export function turned(point: Point, about: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [dx, dy] = [point.x - about.x, point.y - about.y];
  return { x: about.x + dx * cos - dy * sin, y: about.y + dx * sin + dy * cos };
}

/** The upright box around a box that is turned about its middle. */
export function boundsOf(box: Box, rotation: number): Box {
  const middle = middleOf(box);
  const angle = (rotation * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const width = box.width * cos + box.height * sin;
  const height = box.width * sin + box.height * cos;
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

export function unionOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Degrees clockwise from straight up, as a handle above a box is turned about its middle; within ±180. */
export function angleTo(point: Point, middle: Point): number {
  return normalTurn((Math.atan2(point.x - middle.x, middle.y - point.y) * 180) / Math.PI);
}

/** An angle within ±180, without the noise of its sums. */
export function normalTurn(degrees: number): number {
  const turn = ((((degrees + 180) % 360) + 360) % 360) - 180;
  return Math.round(turn * 10) / 10;
}

interface ResizeOptions {
  keepRatio: boolean;
  /** Of each side. */
  least: number;
}

/** A turned box, one of whose handles was dragged to a point: what lies opposite stays where it is. */
export function resized(
  box: Box,
  rotation: number,
  handle: Handle,
  to: Point,
  { keepRatio, least }: ResizeOptions,
): Box {
  const middle = middleOf(box);
  const pointer = turned(to, middle, -rotation);
  const half = { x: (handle.x * box.width) / 2, y: (handle.y * box.height) / 2 };
  const anchor = { x: middle.x - half.x, y: middle.y - half.y };
  let width = handle.x === 0 ? box.width : Math.max(least, (pointer.x - anchor.x) * handle.x);
  let height = handle.y === 0 ? box.height : Math.max(least, (pointer.y - anchor.y) * handle.y);
  if (keepRatio) {
    const scale = Math.max(
      handle.x === 0 ? 0 : width / box.width,
      handle.y === 0 ? 0 : height / box.height,
      least / box.width,
      least / box.height,
    );
    width = box.width * scale;
    height = box.height * scale;
  }
  const shifted = { x: anchor.x + (handle.x * width) / 2, y: anchor.y + (handle.y * height) / 2 };
  const centre = turned(shifted, middle, rotation);
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}
