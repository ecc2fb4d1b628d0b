import { BALL_HALF_SEEN, POCKET_RADIUS } from "./geometry.ts";
import { S, setFact, type Ball, type World } from "./world.ts";

/** A ball that lies still. */

/** It lies in the rotor at `pocket` (whole: a pocket's centre), and the reader sees it there once a turn. */
export function layBall(w: World, us: number, ball: Ball, pocket: number, where: "pocket" | "fret"): void {
  takeUpBall(w, us, ball);
  ball.where = where;
  ball.run = null;
  ball.pocket = pocket;
  ball.radius = POCKET_RADIUS;
  ball.laid = w.face.layThing(us, pocket, BALL_HALF_SEEN);
  if (!w.face.isUnderReader(us, ball.laid) || !w.bank.sees(us, "P", ball.laid, true)) return;
  if (ball === w.ball && where === "fret") w.spin.traced.add("ball-suspended");
}

export function takeUpBall(w: World, us: number, ball: Ball): void {
  if (ball.laid === null) return;
  w.face.takeThing(us, ball.laid);
  w.bank.sees(us, "P", ball.laid, false);
  ball.laid = null;
}

/**
 * A ball that hangs for more than 5 s is suspended, from the instant at which it began to. On a deflector it is known by its
 * absence from the pockets; on the fret ring only when it passed the reader there, for it falls into a pocket beside.
 */
export function watchSuspension(w: World, us: number, ball: Ball): void {
  const { spin } = w;
  const { where } = ball;
  w.agenda.at(us + 5 * S, "table", () => {
    if (w.spin === spin && ball.where === where && spin.phase !== "after")
      setFact(w, "ball-suspended", true, us);
    if (where === "hung") spin.traced.add("ball-suspended");
  });
}
