import type { GreyImage, Point } from "../../vision/grey-image.ts";
import type { Geometry } from "../calibration/geometry.ts";

/** Around one die the way from mm to pixels is taken as straight. */
export type FrameAt = (x: number, y: number) => Point;

export function frameAt(geometry: Geometry, middle: Point, dieMm: number): FrameAt {
  const o = geometry.toPixel(middle, dieMm);
  const x = geometry.toPixel({ x: middle.x + dieMm, y: middle.y }, dieMm);
  const y = geometry.toPixel({ x: middle.x, y: middle.y + dieMm }, dieMm);
  const [xx, xy, yx, yy] = [x.x - o.x, x.y - o.y, y.x - o.x, y.y - o.y].map((value) => value / dieMm) as [
    number,
    number,
    number,
    number,
  ];
  return (u, v) => ({ x: o.x + xx * u + yx * v, y: o.y + xy * u + yy * v });
}

/** Level between pixel centres. */
export function levelAt({ width, height, data }: GreyImage, { x, y }: Point): number {
  const u = Math.max(0, Math.min(width - 1.001, x - 0.5));
  const v = Math.max(0, Math.min(height - 1.001, y - 0.5));
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - left, v - top];
  const at = top * width + left;
  const upper = (data[at] as number) * (1 - fx) + (data[at + 1] as number) * fx;
  const lower = (data[at + width] as number) * (1 - fx) + (data[at + width + 1] as number) * fx;
  return upper * (1 - fy) + lower * fy;
}
