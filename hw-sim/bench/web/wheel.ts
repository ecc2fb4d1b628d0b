/**
 * A roulette or a bowl from above, in two layers: as it truly is (the simulator's pictures), and as the sensors tell it.
 * Only the second exists at a real wheel.
 */
import { BOWL, drawBowlGround, drawBowlHoles, drawHoleSensors } from "./bowl.ts";
import {
  pointAt,
  COLOURS as C,
  drawCircle,
  createPaper,
  radians,
  ringColours,
  drawRingPicture,
  drawSensedRing,
  writeCentred,
} from "./draw.ts";
import { drawUprightWheel } from "./disc.ts";
import { SENSORS, type createSensedWheel } from "./sensed.ts";
import type { BenchHello } from "../page-messages.ts";

/** Metres from the axle: the rim, the ball track, the ring of names and of pockets. */
const ROULETTE = {
  rim: 0.275,
  track: 0.242,
  ring: 0.195,
  names: 0.195,
  inner: 0.145,
  pocket: 0.165,
  ball: 0.00874,
};
/** A sensor that was on stays lit for so long, so that an eye can see it. */
const AFTERGLOW_US = 130_000;
const SIGHTED_US = 12_000_000;

/** What every wheel with a ball track has, metres from the axle; `ball`: its radius. */
interface WheelShape {
  readonly rim: number;
  readonly track: number;
  readonly ball: number;
}

/** A ring of names between two circles, metres from the axle. */
export interface NamesShape {
  readonly names: number;
  readonly inner: number;
}

/** Where everything truly is at `t`, µs; angles in turns clockwise, radii in metres. */
export interface Picture {
  readonly t: number;
  readonly rotor: number;
  readonly rpm: number;
  readonly ball: { readonly angle: number; readonly radius: number; readonly where: string } | null;
  readonly objects: readonly { readonly angle: number; readonly radius: number; readonly what: string }[];
  readonly spin: number;
}

export type Sensed = ReturnType<typeof createSensedWheel>;

/** What a drawing must know of the wheel. `shown`: what people read for each place of the ring. */
export interface WheelSetup {
  readonly kind: BenchHello["kind"];
  readonly ring: readonly string[];
  readonly shown: readonly string[];
  /** Turns clockwise from ball sensor A. */
  readonly reader: number;
  readonly holeZero: number;
}

export function createWheelDrawing(canvas: HTMLCanvasElement) {
  const pen = createPaper(canvas);
  let setup: WheelSetup = { kind: "roulette", ring: [], shown: [], reader: 0, holeZero: 0 };
  let ring: HTMLCanvasElement | null = null;
  let ringFor = 0;

  const names = (size: number, shape: NamesShape, scale: number) => {
    if (ring === null || ringFor !== size) {
      const colours = ringColours(setup.kind, setup.ring);
      const how = {
        size,
        scale: pen.scale,
        outer: shape.names * scale,
        inner: shape.inner * scale,
        font: pen.font,
      };
      ring = drawRingPicture(setup.shown, colours, how);
      ringFor = size;
    }
    return ring;
  };

  const stator = (g: CanvasRenderingContext2D, shape: typeof ROULETTE, scale: number) => {
    drawCircle(g, 0, 0, shape.rim * scale, "#3a2414", "#7a5230");
    const slope = g.createRadialGradient(0, 0, shape.ring * scale, 0, 0, shape.track * 1.05 * scale);
    slope.addColorStop(0, "#2a1a10");
    slope.addColorStop(1, "#5b3a22");
    drawCircle(g, 0, 0, shape.track * 1.05 * scale, slope);
    drawCircle(g, 0, 0, shape.ring * scale, "#1a120c");
  };

  const truth = (
    g: CanvasRenderingContext2D,
    picture: Picture,
    shape: WheelShape,
    scale: number,
    size: number,
  ) => {
    if (setup.kind === "roulette") {
      g.save();
      g.rotate(picture.rotor * Math.PI * 2);
      g.drawImage(names(size, ROULETTE, scale), -size / 2, -size / 2, size, size);
      g.restore();
      drawCircle(g, 0, 0, ROULETTE.inner * scale, "#24170e", "#8a6a35");
      drawTurret(g, picture.rotor, ROULETTE.inner * scale);
    } else drawBowlHoles(g, setup, scale, pen.font, true);
    for (const { angle, radius, what } of picture.objects) drawObject(g, angle, radius * scale, what, scale);
    if (picture.ball !== null) {
      const [x, y] = pointAt(picture.ball.angle, picture.ball.radius * scale);
      drawCircle(g, x + 2, y + 2, shape.ball * scale, "#00000080");
      drawCircle(g, x, y, shape.ball * scale, "#fdfdf6", "#8d8d80");
    }
  };

  const asSensed = (
    g: CanvasRenderingContext2D,
    sensed: Sensed,
    t: number,
    shape: WheelShape,
    scale: number,
    alone: boolean,
  ) => {
    if (setup.kind === "roulette") rotorBySensors(g, sensed, t, scale, alone);
    else {
      if (alone) drawBowlHoles(g, setup, scale, pen.font, false);
      drawHoleSensors(g, setup, scale, sensed, t);
    }
    const span = 2 * shape.rim * scale;
    sensed.angles.forEach((angle, i) => {
      const letter = SENSORS[i] ?? "";
      drawSensor(
        g,
        letter,
        angle,
        shape.track * 1.07 * scale,
        glowOf(sensed.lastOn(letter, t), t),
        C.ball,
        span,
      );
    });
    if (setup.kind === "roulette")
      drawSensor(
        g,
        "P",
        setup.reader,
        ROULETTE.pocket * 1.02 * scale,
        glowOf(sensed.lastOn("P", t), t),
        C.reader,
        span,
      );
    const broken = glowOf(sensed.lastOn("X", t), t);
    if (broken > 0) {
      g.globalAlpha = broken;
      g.lineWidth = 5;
      drawCircle(g, 0, 0, shape.rim * scale - 3, null, C.rim);
      g.globalAlpha = 1;
    }
    g.lineWidth = 2;
    const ball = sensed.ballAt(t);
    if (ball === null) return;
    g.strokeStyle = C.sensed;
    g.beginPath();
    g.arc(0, 0, shape.track * scale, radians(ball.angle - ball.way * 0.07), radians(ball.angle), ball.way < 0);
    g.stroke();
    const [x, y] = pointAt(ball.angle, shape.track * scale);
    drawCircle(g, x, y, shape.ball * 1.6 * scale, null, C.sensed);
  };

  const rotorBySensors = (
    g: CanvasRenderingContext2D,
    sensed: Sensed,
    t: number,
    scale: number,
    alone: boolean,
  ) => {
    const place = sensed.placeAt(t);
    if (place === null) return;
    const angleOf = (of: number) => setup.reader + (of - place) / setup.ring.length;
    const ring = {
      from: ROULETTE.ring * scale,
      to: (ROULETTE.ring - (alone ? 0.03 : 0.008)) * scale,
      labels: (ROULETTE.ring + (alone ? -0.017 : 0.011)) * scale,
      font: pen.font(12, 700),
    };
    drawSensedRing(g, setup.shown, angleOf, ring, alone);
    for (const seen of sensed.sightings(t, SIGHTED_US)) {
      const half = Math.abs(seen.place - Math.floor(seen.place) - 0.5) < 0.25;
      const [x, y] = pointAt(angleOf(seen.place), ROULETTE.pocket * scale);
      g.globalAlpha = Math.max(0.15, 1 - (t - seen.t) / SIGHTED_US);
      g.lineWidth = 2.5;
      if (half) drawSquare(g, x, y, 4, C.ivory);
      else drawCircle(g, x, y, ROULETTE.ball * 1.25 * scale, null, C.reader);
    }
    g.globalAlpha = 1;
  };

  return {
    begin: (next: WheelSetup) => {
      setup = next;
      ring = null;
    },
    /** @param picture null: the truth is not known */
    draw: (picture: Picture | null, sensed: Sensed, t: number, layers: { truth: boolean; sensed: boolean }) => {
      const g = pen.clear();
      const size = Math.min(pen.width, pen.height);
      if (size < 50) return;
      const truly = layers.truth ? picture : null;
      g.save();
      g.translate(pen.width / 2, pen.height / 2);
      if (setup.kind === "disc")
        drawUprightWheel(g, pen, { setup, size, names }, truly, layers.sensed ? sensed : null, t);
      else {
        const shape: WheelShape = setup.kind === "bowl" ? BOWL : ROULETTE;
        const scale = size / 2 / (shape.rim * 1.04);
        if (setup.kind === "bowl") drawBowlGround(g, scale);
        else stator(g, ROULETTE, scale);
        if (truly !== null) truth(g, truly, shape, scale, size);
        if (layers.sensed) asSensed(g, sensed, t, shape, scale, truly === null);
      }
      g.restore();
    },
  };
}

const glowOf = (last: number | null, t: number) =>
  last === null ? 0 : Math.max(0, 1 - (t - last) / AFTERGLOW_US);

/**
 * @param lit 0 to 1
 * @param span width of the whole drawing
 */
function drawSensor(
  g: CanvasRenderingContext2D,
  letter: string,
  angle: number,
  radius: number,
  lit: number,
  colour: string,
  span: number,
) {
  const [x, y] = pointAt(angle, radius);
  const size = Math.max(8, span * 0.023);
  g.lineWidth = 2;
  drawCircle(g, x, y, size, C.ground, colour);
  if (lit > 0) {
    g.globalAlpha = lit;
    drawCircle(g, x, y, size * 1.25, colour);
    g.globalAlpha = 1;
  }
  const font = `700 ${Math.round(size * 1.2)}px monospace`;
  writeCentred(g, letter, [x, y + 1], font, lit > 0.4 ? C.ground : colour);
}

function drawTurret(g: CanvasRenderingContext2D, turns: number, radius: number) {
  g.strokeStyle = "#b08a48";
  g.lineWidth = Math.max(3, radius * 0.05);
  g.beginPath();
  for (let arm = 0; arm < 4; arm++) {
    const [x, y] = pointAt(turns + arm / 4, radius * 0.5);
    g.moveTo(0, 0);
    g.lineTo(x, y);
  }
  g.stroke();
  drawCircle(g, 0, 0, radius * 0.16, "#d9b36a", "#6b4f22");
}

function drawSquare(g: CanvasRenderingContext2D, x: number, y: number, half: number, colour: string) {
  g.strokeStyle = colour;
  g.strokeRect(x - half, y - half, 2 * half, 2 * half);
}

function drawObject(g: CanvasRenderingContext2D, angle: number, radius: number, what: string, scale: number) {
  const [x, y] = pointAt(angle, radius);
  if (/hand|arm/.test(what)) {
    g.strokeStyle = "#e0b394";
    g.lineCap = "round";
    g.lineWidth = 0.032 * scale;
    g.beginPath();
    g.moveTo(...pointAt(angle, 0.3 * scale));
    g.lineTo(x, y);
    g.stroke();
    g.lineCap = "butt";
  } else if (/ball/.test(what)) drawCircle(g, x, y, 0.00874 * scale, "#ffe9c4", "#8d8d80");
  else {
    drawCircle(g, x, y, 0.019 * scale, "#b9142c", "#f6f1e6");
    drawCircle(g, x, y, 0.01 * scale, "#f6f1e6");
  }
}
