import type { Picture } from "../sensed/sensed-wheel.ts";
import { wrapAngle } from "./rotor-face.ts";
import { POCKET_RADIUS, TRACK_RADIUS } from "./geometry.ts";
import type { Ball, World } from "./world.ts";

/** Where everything is at `us`, which is not before what has been run. */
export function pictureAt(w: World, us: number): Picture {
  return {
    us,
    rotorAngle: angleOnRotor(w, us, 0),
    readerAngle: w.g.reader,
    rotorRpm: w.rotor.speed(us) * 60,
    ball: ballAt(w, w.ball, us),
    objects: [
      ...w.objects.map(({ angle, radius, what, laid }) => ({
        angle: laid === null ? wrapAngle(angle) : angleOnRotor(w, us, angle * w.g.pockets),
        radius,
        what,
      })),
      ...[ballAt(w, w.second, us)].flatMap((ball) =>
        ball === null ? [] : [{ angle: ball.angle, radius: ball.radius, what: "ball" }],
      ),
    ],
    spin: w.spin.n,
  };
}

function angleOnRotor(w: World, us: number, pocket: number): number {
  return wrapAngle(w.rotor.angle(us) + pocket / w.g.pockets + w.g.reader - w.g.zero);
}

function ballAt(w: World, ball: Ball, us: number): Picture["ball"] {
  if (ball.where === "away" || ball.where === "gone") return null;
  if (ball.run !== null) {
    const { from, sense } = ball.run;
    return { angle: wrapAngle(from + sense * ball.run.turnsAt(us)), radius: TRACK_RADIUS, where: "track" };
  }
  if (ball.laid !== null) {
    return { angle: angleOnRotor(w, us, ball.pocket), radius: POCKET_RADIUS, where: ball.where };
  }
  return { angle: wrapAngle(ball.angle), radius: ball.radius, where: ball.where };
}
