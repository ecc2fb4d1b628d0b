/** A vertical wheel as the players see it: cells, pegs between them, and the pointer on top. */
import { COLOURS as C, drawCircle, drawSensedRing, pointAt, writeCentred } from "./draw.ts";
import type { NamesShape, Picture, WheelSetup, Sensed } from "./wheel.ts";

/** Metres: the rim with its pegs, the cells' inner edge. */
const RIM = 0.75;
const PEGS = 0.72;
const SHAPE = { names: 0.7, inner: 0.5 };
const POINTER_US = 120_000;

/** @param g axle at 0, 0 */
export function drawUprightWheel(
  g: CanvasRenderingContext2D,
  pen: { font: (px: number, weight?: number) => string },
  {
    setup,
    size,
    names,
  }: {
    setup: WheelSetup;
    size: number;
    names: (size: number, shape: NamesShape, scale: number) => HTMLCanvasElement;
  },
  picture: Picture | null,
  sensed: Sensed | null,
  t: number,
) {
  const scale = size / 2 / (RIM * 1.16);
  const count = setup.ring.length;
  g.translate(0, 0.06 * scale);
  drawCircle(g, 0, 0, RIM * scale, "#3a2414", "#8a6a35");
  drawCircle(g, 0, 0, SHAPE.names * scale, "#1a120c");
  if (picture !== null) {
    g.save();
    g.rotate(picture.rotor * Math.PI * 2);
    g.drawImage(names(size, SHAPE, scale), -size / 2, -size / 2, size, size);
    g.fillStyle = "#d9b36a";
    for (let i = 0; i < count; i++) {
      const [x, y] = pointAt((i + 0.5) / count, PEGS * scale);
      g.fillRect(x - 2, y - 2, 4, 4);
    }
    g.restore();
    for (const { angle, radius } of picture.objects) {
      const [x, y] = pointAt(angle, radius * scale);
      drawCircle(g, x, y, 0.06 * scale, "#e0b394");
    }
  }
  drawCircle(g, 0, 0, 0.08 * scale, "#d9b36a", "#6b4f22");
  if (sensed !== null) drawSensedCells(g, pen, setup, scale, sensed, t, picture === null);
  drawPointer(g, scale, sensed === null ? null : sensed.lastOn("T", t), t);
}

function drawSensedCells(
  g: CanvasRenderingContext2D,
  pen: { font: (px: number, weight?: number) => string },
  setup: WheelSetup,
  scale: number,
  sensed: Sensed,
  t: number,
  alone: boolean,
) {
  const place = sensed.placeAt(t);
  if (place === null) return;
  const count = setup.ring.length;
  const inner = (SHAPE.inner - (alone ? 0 : 0.03)) * scale;
  const ring = {
    from: inner,
    to: (alone ? SHAPE.names : SHAPE.inner) * scale,
    labels: alone ? (SHAPE.names - 0.08) * scale : inner - 12,
    font: pen.font(11, 700),
  };
  drawSensedRing(g, setup.shown, (cell) => (cell - place) / count, ring, alone);
  const under = setup.shown[((Math.round(place) % count) + count) % count] ?? "";
  writeCentred(g, under, [0, -0.26 * scale], pen.font(Math.round(0.13 * scale), 800), C.sensed);
}

/** @param bent when the pointer was last bent, µs */
function drawPointer(g: CanvasRenderingContext2D, scale: number, bent: number | null, t: number) {
  const lit = bent === null ? 0 : Math.max(0, 1 - (t - bent) / POINTER_US);
  g.fillStyle = lit > 0 ? C.reader : "#c9b28a";
  g.strokeStyle = "#000";
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(0.05 * scale * lit, -0.66 * scale);
  g.lineTo(-0.035 * scale, -0.86 * scale);
  g.lineTo(0.035 * scale, -0.86 * scale);
  g.closePath();
  g.fill();
  g.stroke();
  writeCentred(g, "T", [0, -0.9 * scale], "700 12px monospace", C.reader);
}
