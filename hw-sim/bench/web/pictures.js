// @ts-check
/** The simulator's pictures of the wheel as it truly is, and what lies between two of them. */
import { KEEP_US } from "./sensed.js";
import { lastAt, trim } from "./time.js";

/** @typedef {import("./wheel.js").Picture} Picture */

export function pictureStore() {
  /** @type {Picture[]} */
  const pictures = [];
  return {
    /** @param {any[]} rows as the server sends them */
    add: (rows) => {
      for (const [t, ringAngle, rpm, ball, objects, spin] of rows) {
        pictures.push({
          t,
          rotor: ringAngle,
          rpm,
          ball: ball === null ? null : { angle: ball[0], radius: ball[1], where: ball[2] },
          objects: objects.map((/** @type {any} */ [angle, radius, what]) => ({ angle, radius, what })),
          spin,
        });
      }
    },
    clear: () => {
      pictures.length = 0;
    },
    /** @param {number} now */
    tidy: (now) => trim(pictures, now - KEEP_US),
    /** @param {number} t @returns {Picture | null} */
    at: (t) => {
      const i = lastAt(pictures, t);
      const a = pictures[Math.max(0, i)];
      const b = pictures[i + 1];
      if (a === undefined || b === undefined || i < 0) return a ?? null;
      const part = (t - a.t) / (b.t - a.t || 1);
      return { ...a, rotor: turn(a.rotor, b.rotor, part), ball: between(a.ball, b.ball, part) };
    },
  };
}

/** @param {Picture["ball"]} a @param {Picture["ball"]} b @param {number} part */
function between(a, b, part) {
  if (a === null || b === null) return a;
  return { ...a, angle: turn(a.angle, b.angle, part), radius: a.radius + (b.radius - a.radius) * part };
}

/** From `a` the shorter way towards `b`, in turns. @param {number} a @param {number} b @param {number} part */
function turn(a, b, part) {
  const way = b - a - Math.round(b - a);
  return a + way * part;
}
