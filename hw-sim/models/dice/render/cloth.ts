import { brightnessOf } from "./light.ts";
import type { Arena, Rgb } from "./looks.ts";
import { noiseAt, hashAt } from "./noise.ts";

/** Reflectance of the cloth at a place, as this camera sees it. */
export function reflectanceOfCloth(arena: Arena, weights: Rgb, x: number, y: number): number {
  const base = brightnessOf(arena.floor, weights);
  const print = brightnessOf(arena.print, weights);
  const { grain, pitch, pattern } = arena;
  const fine = noiseAt(x / pitch, y / pitch, pattern) - 0.5;
  const broad = noiseAt(x / 40, y / 40, pattern + 1) - 0.5;
  let shade = 1 + grain * (0.5 * broad);
  let printed = 0;
  switch (arena.cloth) {
    case "plain":
      shade += grain * 0.15 * fine;
      break;
    case "felt":
      shade += grain * (fine + 0.7 * (noiseAt((2.3 * x) / pitch, (2.3 * y) / pitch, pattern + 2) - 0.5));
      break;
    case "woven": {
      const k = (2 * Math.PI) / pitch;
      const over = Math.sin(k * x) * Math.sin(k * y);
      shade += grain * (0.6 * over + 0.8 * fine);
      break;
    }
    case "wood": {
      const vein = noiseAt(x / (14 * pitch) + 0.3 * broad, y / pitch, pattern + 3);
      shade += grain * (1.6 * (vein - 0.5) - (vein > 0.72 ? 1.2 : 0));
      break;
    }
    case "squared":
      printed = Math.min(edge(x, 4 * pitch), edge(y, 4 * pitch)) < 0.25 ? 0.5 : 0;
      shade += grain * 0.5 * fine;
      break;
    case "printed":
      printed = printAt(arena, x, y);
      shade += grain * (fine + 0.4 * broad);
      break;
    case "bowl": {
      const r = Math.hypot(x, y) / arena.half[0];
      shade += grain * (r > 0.55 ? 1.2 * Math.sin(38 * r) * (r - 0.5) : 0.3 * fine) + 0.4 * (r - 0.6);
      break;
    }
  }
  return Math.max(0.005, (base * (1 - printed) + print * printed) * shade);
}

/** Distance to the nearest line of a grid. */
const edge = (x: number, pitch: number): number => Math.abs(x - Math.round(x / pitch) * pitch);

/** Printed layout: frames of boxes, a ring and blocks like letters; 0 to 1. */
function printAt(arena: Arena, x: number, y: number): number {
  const cell = Math.min(arena.half[0], arena.half[1]) * 0.66;
  const shift = hashAt(7, 1, arena.pattern) * cell;
  const [gx, gy] = [x + shift, y - shift * 0.6];
  if (Math.min(edge(gx, cell), edge(gy, cell)) < 1) return 1;
  const [ix, iy] = [Math.floor(gx / cell), Math.floor(gy / cell)];
  const [lx, ly] = [gx - (ix + 0.5) * cell, gy - (iy + 0.5) * cell];
  const kind = hashAt(ix, iy, arena.pattern);
  if (kind < 0.35) return Math.abs(Math.hypot(lx, ly) - cell * 0.3) < 0.8 ? 1 : 0;
  if (kind < 0.75 && Math.abs(ly) < cell * 0.12 && Math.abs(lx) < cell * 0.36) {
    const letter = Math.floor(lx / (cell * 0.09));
    const rung = Math.floor(ly / (cell * 0.05));
    return hashAt(letter * 2 + ix * 31, rung + iy * 17, arena.pattern + 5) < 0.55 ? 1 : 0;
  }
  return 0;
}
