import { geometryOf } from "../../../src/dice/calibration/geometry.ts";
import type { Calibration, Place } from "../../../src/dice/calibration/schema.ts";
import { isCertainReading, type ArenaReading } from "./look-once.ts";

/** What is seen, drawn as SVG over the camera's picture: outlines, dice, notes. */
export function readingSvg(look: ArenaReading, calibration: Calibration): string {
  const { width, height, arena, zones, dieMm, light, features, dome } = calibration;
  const geometry = geometryOf(calibration);
  const points = (places: readonly Place[], z: number): string =>
    places
      .map((place) => geometry.toPixel(place, z))
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(" ");
  const outline = (places: readonly Place[] | undefined, colour: string): string =>
    places === undefined
      ? ""
      : `<polygon points="${points(places, 0)}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  const square = (x: number, y: number, side: number, colour: string): string =>
    `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="none" stroke="${colour}"/>`;
  const dice = (look.judged?.dice ?? []).map(({ face, x, y, notes }) => {
    const { x: px, y: py } = geometry.toPixel({ x: x / 10, y: y / 10 }, dieMm);
    const radius = (0.75 * dieMm * geometry.scaleAt({ x: x / 10, y: y / 10 }, dieMm)).toFixed(1);
    const colour = face === null || notes.length > 0 ? AMBER : GREEN;
    const at = `x="${(px + Number(radius)).toFixed(1)}" y="${py.toFixed(1)}"`;
    return [
      `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="${radius}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      textElement(at, `${face ?? "?"} ${notes.join(" ")}`.trim(), colour),
    ].join("");
  });
  const lines = linesOfReading(look).map((line, at) =>
    textElement(`x="6" y="${18 + 18 * at}"`, line, isCertainReading(look) ? GREEN : AMBER),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    outline(arena, BLUE),
    ...[zones.rim, zones.basket, zones.wall].map((zone) => outline(zone, VIOLET)),
    zones.half === undefined ? "" : outline([zones.half.from, zones.half.to], VIOLET),
    ...light.patches.map(({ x, y, side }) => square(x, y, side, "#ffff66")),
    ...features.map(({ at, side }) => square(at.x - side / 2, at.y - side / 2, side, "#bbbbbb")),
    dome === null ? "" : square(dome.patch.x, dome.patch.y, dome.patch.side, VIOLET),
    ...dice,
    ...lines,
    "</svg>",
  ].join("\n");
}

/** What is seen, in lines for the terminal and for the picture. */
export function linesOfReading({ judged, uncertainties, faults, state, drift }: ArenaReading): string[] {
  const read =
    judged === null
      ? `nothing at rest (${state})`
      : `${judged.verdict}: ${judged.dice.map(({ face }) => face ?? "?").join(" ")}`;
  const against = [...new Set([...(judged?.reasons ?? []), ...uncertainties, ...faults])];
  return [
    read,
    ...(against.length === 0 ? [] : [`against it: ${against.join(", ")}`]),
    ...(drift === null ? [] : [`the cloth lies ${drift.toFixed(2)} px from where it was learned`]),
  ];
}

const BLUE = "#66b3ff";
const GREEN = "#66ff66";
const AMBER = "#ffb000";
const VIOLET = "#d080ff";

/** All texts come from fixed lists; characters with a meaning in XML are replaced in any case. */
function textElement(place: string, text: string, colour: string): string {
  const safe = text.replace(/[<>&]/g, " ");
  return `<text ${place} font-family="sans-serif" font-size="16" fill="${colour}" stroke="#000" stroke-width="3" paint-order="stroke">${safe}</text>`;
}
