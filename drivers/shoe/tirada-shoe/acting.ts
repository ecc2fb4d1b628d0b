import { clear, passing, stand } from "../../link/faults.ts";
import { answered } from "./asking.ts";
import { cardLeft, readerSays } from "./cards.ts";
import { MOTORS, SENSORS, WARNINGS } from "./codes.ts";
import { agree, attach, hole, isOpen, LEVEL_BIT } from "./holes.ts";
import type { Beat, ShoeMessage, Status } from "./messages.ts";
import { identified } from "./setup.ts";
import { figure, stageOf, type Turn } from "./state.ts";

/** What a message that was taken means. */
export function act(turn: Turn, message: ShoeMessage): void {
  if (message.m === "identity") return identified(turn, message);
  // Of a device that is not this table's, or that has not said who it is, nothing is told.
  if (!turn.fits) return;
  const before = turn.out.length;
  happened(turn, message);
  if (turn.out.length > before) turn.toldSinceGap = true;
  // What stands is told by the next heartbeat when it is not known what stood before.
  if (turn.attached) stands(turn, message);
  else if (message.m === "heartbeat") attach(turn, statusOf(message));
}

/** What happens once. */
function happened(turn: Turn, message: ShoeMessage): void {
  const { out } = turn;
  switch (message.m) {
    case "card":
      return cardLeft(turn, message);
    case "reader":
      return readerSays(turn, message.state, message.card);
    case "thickness":
      out.push({ o: "cards-stuck", atLeast: message.cards });
      return;
    case "level":
      out.push({ o: "level", atLeast: message.atLeast, atMost: message.atMost });
      return;
    case "count":
      out.push({ o: "count", cards: message.cards, expected: message.expected, unknown: message.unknown });
      return;
    case "packet":
      out.push({ o: "packet", cards: message.cards });
      return;
    case "fed-back":
      out.push({ o: "fed-back", cards: message.cards });
      return;
    case "gate":
      if (message.gate === "forced") passing(turn, "shoe-exit-forced", {});
      return;
    case "motor":
      return motor(turn, message);
    case "self-test":
      return selfTest(turn, message);
    case "answer":
      return answered(turn, message);
    case "lost":
      figure(turn, "missed", message.messages);
      passing(turn, "messages-lost", { messages: message.messages, where: "device" });
      hole(turn, "overflow");
      return;
    default:
      return;
  }
}

/** What stands until something else is told. */
function stands(turn: Turn, message: ShoeMessage): void {
  const { out, status } = turn;
  switch (message.m) {
    case "heartbeat":
      return beat(turn, message);
    case "stage":
      return stage(turn, message);
    case "cut-card": {
      const next = message.where === "next";
      out.push({ o: "cut-card", where: message.where });
      turn.status = level(status, LEVEL_BIT.cutNext, next);
      return;
    }
    case "face-up": {
      const bit = message.where === "inside" ? LEVEL_BIT.faceUpInside : LEVEL_BIT.faceUpExit;
      turn.status = level(status, bit, message.on);
      out.push({ o: "face-up", where: message.where, ...(message.on ? {} : { gone: true }) });
      return;
    }
    case "lid":
      turn.status = level(status, LEVEL_BIT[message.which], message.open);
      if (isOpen(turn.status.levels) !== isOpen(status.levels))
        out.push({ o: "lid", open: !isOpen(status.levels) });
      return;
    case "gate":
      if (message.gate !== "forced") turn.status = level(status, LEVEL_BIT.locked, message.gate === "locked");
      return;
    case "jam":
      turn.status = { ...status, jam: message.on ? message.where : null };
      if (message.on) out.push({ o: "jam", where: message.where, during: stageOf(status) });
      else if (status.jam !== null) out.push({ o: "jam-cleared" });
      return;
    case "warning": {
      const bit = 1 << (message.code - 1);
      turn.status = { ...status, warnings: message.on ? status.warnings | bit : status.warnings & ~bit };
      out.push({ o: "warning", code: WARNINGS[message.code - 1] ?? "", standing: message.on });
      return;
    }
    default:
      return;
  }
}

function stage(turn: Turn, message: ShoeMessage & { readonly m: "stage" }): void {
  const before = turn.status;
  turn.status = { ...before, stage: message.stage, mode: message.mode };
  // Cards are numbered anew with each load.
  if (message.stage === "loading" && before.stage !== "loading") {
    turn.card = 0;
    turn.status = { ...turn.status, cards: 0, suspect: 0 };
  }
  if (stageOf(turn.status) !== stageOf(before)) turn.out.push({ o: "stage", stage: stageOf(turn.status) });
}

/** The heartbeat says what the messages said, or some are missing that no number told of. */
function beat(turn: Turn, message: Beat): void {
  const status = statusOf(message);
  if (agree(status, turn.status)) return;
  figure(turn, "strange");
  hole(turn, "device-garbled");
  attach(turn, status);
}

function statusOf({ levels, stage: now, mode, cards, jam, warnings, suspect }: Beat): Status {
  return { levels, stage: now, mode, cards, jam, warnings, suspect };
}

const level = (status: Status, bit: number, on: boolean): Status => ({
  ...status,
  levels: on ? status.levels | bit : status.levels & ~bit,
});

function motor(turn: Turn, message: ShoeMessage & { readonly m: "motor" }): void {
  const bit = 1 << (message.motor - 1);
  const ill = message.state === "stalled" || message.state === "overcurrent";
  turn.motors = ill ? turn.motors | bit : turn.motors & ~bit;
  const detail = { motor: MOTORS[message.motor - 1] ?? "", state: message.state, mA: message.mA };
  if (ill) stand(turn, "shoe-motor", detail);
  else if (turn.motors === 0) clear(turn, "shoe-motor");
}

function selfTest(turn: Turn, { tested, good }: ShoeMessage & { readonly m: "self-test" }): void {
  const bad = SENSORS.filter((_, bit) => (tested & ~good & (1 << bit)) !== 0);
  if (bad.length === 0) clear(turn, "shoe-self-test");
  else stand(turn, "shoe-self-test", { sensors: bad.join(" ") });
}
