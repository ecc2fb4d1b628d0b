import type { Picture } from "../sensed/sensed.ts";
import { wrap } from "./face.ts";
import { POCKET_RADIUS, TRACK_RADIUS } from "./geometry.ts";
import type { Ball, World } from "./world.ts";

/** Where everything is at `us`, which is not before what has been run. */
export function picture(w: World, us: number): Picture {
  return {
    us,
    rotorAngle: onRotor(w, us, 0),
    readerAngle: w.g.reader,
    rotorRpm: w.rotor.speed(us) * 60,
    ball: ballAt(w, w.ball, us),
    objects: [
      ...w.objects.map(({ angle, radius, what, laid }) => ({
        angle: laid === null ? wrap(angle) : onRotor(w, us, angle * w.g.pockets),
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

function onRotor(w: World, us: number, pocket: number): number {
  return wrap(w.rotor.angle(us) + pocket / w.g.pockets + w.g.reader - w.g.zero);
}

function ballAt(w: World, ball: Ball, us: number): Picture["ball"] {
  if (ball.where === "away" || ball.where === "gone") return null;
  if (ball.run !== null) {
    const { from, sense } = ball.run;
    return { angle: wrap(from + sense * ball.run.turnsAt(us)), radius: TRACK_RADIUS, where: "track" };
  }
  if (ball.laid !== null) {
    return { angle: onRotor(w, us, ball.pocket), radius: POCKET_RADIUS, where: ball.where };
  }
  return { angle: wrap(ball.angle), radius: ball.radius, where: ball.where };
}
