import { US_PER_S } from "../../time/instant.ts";
import { emitRecord, type TableContext } from "../context.ts";
import type { WheelObservation } from "./observation.ts";
import { withDoubt } from "./spin.ts";

/** What the device says of itself and of its rotor, whether a spin runs or not. */

/** A device that jumps between its games outside every spin is recorded once in this time. */
export const JUMP_QUIET_US = 60 * US_PER_S;

export function rotor(context: TableContext, rpm10: number, direction: "cw" | "ccw" | null): void {
  const { rotor: before, turnsMicro, spin } = context.live;
  // rpm10 / 600 turns a second; over µs that is rpm10 · µs / 600 millionths of a turn.
  const turned =
    before === null
      ? 0
      : Math.floor((Math.min(before.rpm10, rpm10) * Math.min(context.t - before.at, US_PER_S)) / 600);
  context.live = {
    ...context.live,
    rotor: { rpm10, direction, at: context.t },
    turnsMicro: turnsMicro === null ? null : turnsMicro + turned,
    // One line may be damaged: the spin's direction is what two running say.
    spin:
      spin?.running === true && spin.direction === null && before?.direction === direction
        ? { ...spin, direction }
        : spin,
  };
}

export function fault(context: TableContext, seen: WheelObservation & { o: "fault" | "fault-cleared" }): void {
  const standing = context.durable.faults.some((other) => other.device === "wheel" && other.code === seen.code);
  if (standing === (seen.o === "fault")) return;
  const { spin } = context.live;
  const round = spin === null ? null : spin.round;
  emitRecord(context, { kind: seen.o, device: "wheel", code: seen.code, round, detail: seen.detail });
  // A sensor, motor or encoder that is at fault while the ball runs: the number that follows is not certain.
  if (seen.o === "fault" && seen.code === "wheel-component" && spin?.running === true)
    context.live = { ...context.live, spin: withDoubt(spin, "component-fault") };
}

/** A jump outside every spin: a fault that happens and does not stand, and that is not recorded line by line. */
export function jumped(context: TableContext, seen: readonly string[]): void {
  const { jumpAt } = context.live;
  if (jumpAt !== null && context.t - jumpAt < JUMP_QUIET_US) return;
  context.live = { ...context.live, jumpAt: context.t };
  emitRecord(context, {
    kind: "fault",
    device: "wheel",
    code: "state-jump",
    round: null,
    detail: { seen: seen.join(" / ") },
  });
}
