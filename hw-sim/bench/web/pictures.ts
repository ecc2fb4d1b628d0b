/** The simulator's pictures of the wheel as it truly is, and what lies between two of them. */
import { KEEP_US } from "./sensed.ts";
import { findLastAt, trimBefore } from "./time.ts";
import type { PictureRow } from "../page-messages.ts";
import type { Picture } from "./wheel.ts";

export function createPictureStore() {
  const pictures: Picture[] = [];
  return {
    /** @param rows as the server sends them */
    add: (rows: readonly PictureRow[]) => {
      for (const [t, ringAngle, rpm, ball, objects, spin] of rows) {
        pictures.push({
          t,
          rotor: ringAngle,
          rpm,
          ball: ball === null ? null : { angle: ball[0], radius: ball[1], where: ball[2] },
          objects: objects.map(([angle, radius, what]) => ({ angle, radius, what })),
          spin,
        });
      }
    },
    clear: () => {
      pictures.length = 0;
    },
    tidy: (now: number) => trimBefore(pictures, now - KEEP_US),
    at: (t: number): Picture | null => {
      const i = findLastAt(pictures, t);
      const a = pictures[Math.max(0, i)];
      const b = pictures[i + 1];
      if (a === undefined || b === undefined || i < 0) return a ?? null;
      const part = (t - a.t) / (b.t - a.t || 1);
      return {
        ...a,
        rotor: interpolateAngle(a.rotor, b.rotor, part),
        ball: interpolateBall(a.ball, b.ball, part),
      };
    },
  };
}

function interpolateBall(a: Picture["ball"], b: Picture["ball"], part: number) {
  if (a === null || b === null) return a;
  return {
    ...a,
    angle: interpolateAngle(a.angle, b.angle, part),
    radius: a.radius + (b.radius - a.radius) * part,
  };
}

/** From `a` the shorter way towards `b`, in turns. */
function interpolateAngle(a: number, b: number, part: number) {
  const way = b - a - Math.round(b - a);
  return a + way * part;
}
