// @ts-check
/**
 * A roulette or a bowl from above, in two layers: as it truly is (the simulator's pictures), and as the sensors tell it.
 * Only the second exists at a real wheel.
 */
import { BOWL, bowlGround, bowlHoles, holesBySensors } from "./bowl.js";
import { at, COLOURS as C, disc, paper, radians, ringColours, ringPicture } from "./draw.js";
import { drawDisc } from "./disc.js";

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

/**
 * @typedef {{ t: number, rotor: number, rpm: number, ball: { angle: number, radius: number, where: string } | null,
 *   objects: { angle: number, radius: number, what: string }[], spin: number }} Picture
 * @typedef {ReturnType<typeof import("./sensed.js").sensedWheel>} Sensed
 * @typedef {{ kind: string, ring: string[], shown: string[], reader: number, holeZero: number }} Rig
 */

/** @param {HTMLCanvasElement} canvas */
export function wheelDrawing(canvas) {
  const pen = paper(canvas);
  /** @type {Rig} */
  let rig = { kind: "roulette", ring: [], shown: [], reader: 0, holeZero: 0 };
  /** @type {HTMLCanvasElement | null} */
  let ring = null;
  let ringFor = 0;

  const names = (/** @type {number} */ size, /** @type {any} */ shape, /** @type {number} */ scale) => {
    if (ring === null || ringFor !== size) {
      const colours = ringColours(rig.kind, rig.ring);
      const how = {
        size,
        scale: pen.scale,
        outer: shape.names * scale,
        inner: shape.inner * scale,
        font: pen.font,
      };
      ring = ringPicture(rig.shown, colours, how);
      ringFor = size;
    }
    return ring;
  };

  /** @param {CanvasRenderingContext2D} g @param {any} shape @param {number} scale */
  const stator = (g, shape, scale) => {
    disc(g, 0, 0, shape.rim * scale, "#3a2414", "#7a5230");
    const slope = g.createRadialGradient(0, 0, shape.ring * scale, 0, 0, shape.track * 1.05 * scale);
    slope.addColorStop(0, "#2a1a10");
    slope.addColorStop(1, "#5b3a22");
    disc(g, 0, 0, shape.track * 1.05 * scale, slope);
    disc(g, 0, 0, shape.ring * scale, "#1a120c");
  };

  /** @param {CanvasRenderingContext2D} g @param {Picture} picture @param {any} shape @param {number} scale @param {number} size */
  const truth = (g, picture, shape, scale, size) => {
    if (rig.kind === "roulette") {
      g.save();
      g.rotate(picture.rotor * Math.PI * 2);
      g.drawImage(names(size, shape, scale), -size / 2, -size / 2, size, size);
      g.restore();
      disc(g, 0, 0, shape.inner * scale, "#24170e", "#8a6a35");
      turret(g, picture.rotor, shape.inner * scale);
    } else bowlHoles(g, rig, scale, pen.font, true);
    for (const { angle, radius, what } of picture.objects) object(g, angle, radius * scale, what, scale);
    if (picture.ball !== null) {
      const [x, y] = at(picture.ball.angle, picture.ball.radius * scale);
      disc(g, x + 2, y + 2, shape.ball * scale, "#00000080");
      disc(g, x, y, shape.ball * scale, "#fdfdf6", "#8d8d80");
    }
  };

  /** @param {CanvasRenderingContext2D} g @param {Sensed} sensed @param {number} t @param {any} shape @param {number} scale @param {boolean} alone */
  const asSensed = (g, sensed, t, shape, scale, alone) => {
    if (rig.kind === "roulette") rotorBySensors(g, sensed, t, shape, scale, alone);
    else {
      if (alone) bowlHoles(g, rig, scale, pen.font, false);
      holesBySensors(g, rig, scale, sensed, t);
    }
    const span = 2 * shape.rim * scale;
    sensed.angles.forEach((angle, i) => {
      const letter = /** @type {string} */ ("ABC"[i]);
      sensor(g, letter, angle, shape.track * 1.07 * scale, glow(sensed.lastOn(letter, t), t), C.ball, span);
    });
    if (rig.kind === "roulette")
      sensor(g, "P", rig.reader, shape.pocket * 1.02 * scale, glow(sensed.lastOn("P", t), t), C.reader, span);
    const broken = glow(sensed.lastOn("X", t), t);
    if (broken > 0) {
      g.globalAlpha = broken;
      g.lineWidth = 5;
      disc(g, 0, 0, shape.rim * scale - 3, null, C.rim);
      g.globalAlpha = 1;
    }
    g.lineWidth = 2;
    const ball = sensed.ballAt(t);
    if (ball === null) return;
    g.strokeStyle = C.sensed;
    g.beginPath();
    g.arc(0, 0, shape.track * scale, radians(ball.angle - ball.way * 0.07), radians(ball.angle), ball.way < 0);
    g.stroke();
    const [x, y] = at(ball.angle, shape.track * scale);
    disc(g, x, y, shape.ball * 1.6 * scale, null, C.sensed);
  };

  /** @param {CanvasRenderingContext2D} g @param {Sensed} sensed @param {number} t @param {any} shape @param {number} scale @param {boolean} alone */
  const rotorBySensors = (g, sensed, t, shape, scale, alone) => {
    const place = sensed.placeAt(t);
    if (place === null) return;
    const count = rig.ring.length;
    const angleOf = (/** @type {number} */ of) => rig.reader + (of - place) / count;
    g.strokeStyle = C.sensed;
    g.lineWidth = 1;
    g.beginPath();
    for (let i = 0; i < count; i++) {
      const angle = angleOf(i + 0.5);
      const [x1, y1] = at(angle, shape.ring * scale);
      const [x2, y2] = at(angle, (shape.ring - (alone ? 0.03 : 0.008)) * scale);
      g.moveTo(x1, y1);
      g.lineTo(x2, y2);
    }
    g.stroke();
    disc(g, 0, 0, shape.ring * scale, null, C.sensed);
    g.fillStyle = C.sensed;
    g.font = pen.font(12, 700);
    g.textAlign = "center";
    g.textBaseline = "middle";
    rig.shown.forEach((name, i) => {
      if (!alone && i !== 0) return;
      const [x, y] = at(angleOf(i), (shape.ring + (alone ? -0.017 : 0.011)) * scale);
      g.fillText(name, x, y);
    });
    for (const seen of sensed.sightings(t, SIGHTED_US)) {
      const half = Math.abs(seen.place - Math.floor(seen.place) - 0.5) < 0.25;
      const [x, y] = at(angleOf(seen.place), shape.pocket * scale);
      g.globalAlpha = Math.max(0.15, 1 - (t - seen.t) / SIGHTED_US);
      g.lineWidth = 2.5;
      if (half) square(g, x, y, 4, C.ivory);
      else disc(g, x, y, shape.ball * 1.25 * scale, null, C.reader);
    }
    g.globalAlpha = 1;
  };

  return {
    /** @param {Rig} next */
    begin: (next) => {
      rig = next;
      ring = null;
    },
    /**
     * @param {Picture | null} picture null: the truth is not known
     * @param {Sensed} sensed
     * @param {number} t
     * @param {{ truth: boolean, sensed: boolean }} layers
     */
    draw: (picture, sensed, t, layers) => {
      const g = pen.clear();
      const size = Math.min(pen.width, pen.height);
      if (size < 50) return;
      const truly = layers.truth ? picture : null;
      g.save();
      g.translate(pen.width / 2, pen.height / 2);
      if (rig.kind === "disc") drawDisc(g, pen, { rig, size, names }, truly, layers.sensed ? sensed : null, t);
      else {
        const shape = rig.kind === "bowl" ? BOWL : ROULETTE;
        const scale = size / 2 / (shape.rim * 1.04);
        if (rig.kind === "bowl") bowlGround(g, scale);
        else stator(g, shape, scale);
        if (truly !== null) truth(g, truly, shape, scale, size);
        if (layers.sensed) asSensed(g, sensed, t, shape, scale, truly === null);
      }
      g.restore();
    },
  };
}

/** @param {number | null} last @param {number} t */
const glow = (last, t) => (last === null ? 0 : Math.max(0, 1 - (t - last) / AFTERGLOW_US));

/**
 * @param {CanvasRenderingContext2D} g @param {string} letter @param {number} angle @param {number} radius
 * @param {number} lit 0 to 1 @param {string} colour @param {number} span width of the whole drawing
 */
function sensor(g, letter, angle, radius, lit, colour, span) {
  const [x, y] = at(angle, radius);
  const size = Math.max(8, span * 0.023);
  g.lineWidth = 2;
  disc(g, x, y, size, C.ground, colour);
  if (lit > 0) {
    g.globalAlpha = lit;
    disc(g, x, y, size * 1.25, colour);
    g.globalAlpha = 1;
  }
  g.fillStyle = lit > 0.4 ? C.ground : colour;
  g.font = `700 ${Math.round(size * 1.2)}px monospace`;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillText(letter, x, y + 1);
}

/** @param {CanvasRenderingContext2D} g @param {number} turns @param {number} radius */
function turret(g, turns, radius) {
  g.strokeStyle = "#b08a48";
  g.lineWidth = Math.max(3, radius * 0.05);
  g.beginPath();
  for (let arm = 0; arm < 4; arm++) {
    const [x, y] = at(turns + arm / 4, radius * 0.5);
    g.moveTo(0, 0);
    g.lineTo(x, y);
  }
  g.stroke();
  disc(g, 0, 0, radius * 0.16, "#d9b36a", "#6b4f22");
}

/** @param {CanvasRenderingContext2D} g @param {number} x @param {number} y @param {number} half @param {string} colour */
function square(g, x, y, half, colour) {
  g.strokeStyle = colour;
  g.strokeRect(x - half, y - half, 2 * half, 2 * half);
}

/** @param {CanvasRenderingContext2D} g @param {number} angle @param {number} radius @param {string} what @param {number} scale */
function object(g, angle, radius, what, scale) {
  const [x, y] = at(angle, radius);
  if (/hand|arm/.test(what)) {
    g.strokeStyle = "#e0b394";
    g.lineCap = "round";
    g.lineWidth = 0.032 * scale;
    g.beginPath();
    g.moveTo(...at(angle, 0.3 * scale));
    g.lineTo(x, y);
    g.stroke();
    g.lineCap = "butt";
  } else if (/ball/.test(what)) disc(g, x, y, 0.00874 * scale, "#ffe9c4", "#8d8d80");
  else {
    disc(g, x, y, 0.019 * scale, "#b9142c", "#f6f1e6");
    disc(g, x, y, 0.01 * scale, "#f6f1e6");
  }
}
