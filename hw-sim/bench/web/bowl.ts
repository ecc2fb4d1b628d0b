/** A boule bowl from above: a fixed plate with two rows of holes around the boss. */
import { pointAt, COLOURS as C, drawCircle, radians, ringColours, writeCentred } from "./draw.ts";
import type { WheelSetup, Sensed } from "./wheel.ts";

/** Metres. Even holes lie in the outer row. */
export const BOWL = { rim: 0.78, track: 0.7, ball: 0.025, hole: 0.045, outer: 0.3, inner: 0.22 };

/** Hole 0 is the first clockwise from the sensor board's plug, where ball sensor A is. */
const angleOf = (hole: number, holes: number) => (hole + 0.5) / holes;

const radiusOf = (hole: number) => (hole % 2 === 0 ? BOWL.outer : BOWL.inner);

export function drawBowlGround(g: CanvasRenderingContext2D, scale: number) {
  drawCircle(g, 0, 0, BOWL.rim * scale, "#3a2414", "#7a5230");
  const slope = g.createRadialGradient(0, 0, 0.2 * scale, 0, 0, BOWL.track * 1.04 * scale);
  slope.addColorStop(0, "#6a4527");
  slope.addColorStop(0.35, "#54361f");
  slope.addColorStop(1, "#3f2918");
  drawCircle(g, 0, 0, BOWL.track * 1.04 * scale, slope);
  drawCircle(g, 0, 0, 0.14 * scale, "#8a5c33", "#c8a45c");
}

/** @param coloured as painted; else only outlined */
export function drawBowlHoles(
  g: CanvasRenderingContext2D,
  setup: WheelSetup,
  scale: number,
  font: (px: number, weight?: number) => string,
  coloured: boolean,
) {
  const holes = setup.ring.length;
  const colours = ringColours("bowl", setup.ring);
  const labelFont = font(Math.max(9, 0.05 * scale), 700);
  for (let hole = 0; hole < holes; hole++) {
    const place = (hole - setup.holeZero + holes) % holes;
    const [x, y] = pointAt(angleOf(hole, holes), radiusOf(hole) * scale);
    g.lineWidth = 1.5;
    if (coloured) drawCircle(g, x, y, BOWL.hole * scale, colours[place] ?? C.line, "#c8a45c");
    else drawCircle(g, x, y, BOWL.hole * scale, C.ground, C.sensed);
    writeCentred(g, setup.shown[place] ?? "", [x, y + 1], labelFont, coloured ? C.ivory : C.sensed);
  }
}

/** The two sensors of each hole, a half ring each. */
export function drawHoleSensors(
  g: CanvasRenderingContext2D,
  setup: WheelSetup,
  scale: number,
  sensed: Sensed,
  t: number,
) {
  const holes = setup.ring.length;
  const chains = (["H", "G"] as const).map((chain) => sensed.holesOn(chain, t));
  for (let hole = 0; hole < holes; hole++) {
    const angle = angleOf(hole, holes);
    const [x, y] = pointAt(angle, radiusOf(hole) * scale);
    chains.forEach((on, chain) => {
      const lit = on.has(hole);
      g.lineWidth = lit ? 5 : 2;
      g.strokeStyle = lit ? C.reader : "#4fe3ff80";
      g.beginPath();
      const from = angle + 0.25 + chain * 0.5;
      g.arc(x, y, BOWL.hole * 1.3 * scale, radians(from + 0.03), radians(from + 0.47));
      g.stroke();
    });
  }
}
