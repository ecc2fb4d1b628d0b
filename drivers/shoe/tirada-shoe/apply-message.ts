import { clearFault, raiseMomentaryFault, raiseFault } from "../../link/link.ts";
import { askSelfTest, handleAnswer } from "./asking.ts";
import { cardLeft, readerSays } from "./cards.ts";
import { MOTORS, WARNINGS } from "./codes.ts";
import { agreeInStatus, attach, emitGap, isOpen, LEVEL_BIT } from "./gaps.ts";
import type { Beat, ShoeMessage, Status } from "./messages.ts";
import { applySelfTest } from "./self-test.ts";
import { handleIdentity } from "./setup.ts";
import { countFigure, stageOf, type SessionContext } from "./state.ts";

/** What a message that was taken means. */
export function applyMessage(context: SessionContext, message: ShoeMessage): void {
  if (message.m === "identity") return handleIdentity(context, message);
  // Of a device that is not this table's, or that has not said who it is, nothing is told.
  if (!context.fits) return;
  const before = context.out.length;
  applyEvent(context, message);
  if (context.out.length > before) context.toldSinceGap = true;
  // What stands is told by the next heartbeat when it is not known what stood before.
  if (context.attached) applyState(context, message);
  else if (message.m === "heartbeat") attach(context, statusOf(message));
  if (message.m === "heartbeat" && context.attached) askSelfTest(context, message);
}

/** What happens once. */
function applyEvent(context: SessionContext, message: ShoeMessage): void {
  const { out } = context;
  switch (message.m) {
    case "card":
      return cardLeft(context, message);
    case "reader":
      return readerSays(context, message.state, message.card);
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
      if (message.gate === "forced") raiseMomentaryFault(context, "shoe-exit-forced", {});
      return;
    case "motor":
      return applyMotor(context, message);
    case "self-test":
      return applySelfTest(context, message);
    case "answer":
      return handleAnswer(context, message);
    case "lost":
      countFigure(context, "missed", message.messages);
      raiseMomentaryFault(context, "messages-lost", { messages: message.messages, where: "device" });
      emitGap(context, "overflow");
      return;
    default:
      return;
  }
}

/** What stands until something else is told. */
function applyState(context: SessionContext, message: ShoeMessage): void {
  const { out, status } = context;
  switch (message.m) {
    case "heartbeat":
      return compareBeat(context, message);
    case "stage":
      return applyStage(context, message);
    case "cut-card": {
      const next = message.where === "next";
      out.push({ o: "cut-card", where: message.where });
      context.status = withLevel(status, LEVEL_BIT.cutNext, next);
      return;
    }
    case "face-up": {
      const bit = message.where === "inside" ? LEVEL_BIT.faceUpInside : LEVEL_BIT.faceUpExit;
      context.status = withLevel(status, bit, message.on);
      out.push({ o: "face-up", where: message.where, ...(message.on ? {} : { gone: true }) });
      return;
    }
    case "lid":
      context.status = withLevel(status, LEVEL_BIT[message.which], message.open);
      if (isOpen(context.status.levels) !== isOpen(status.levels))
        out.push({ o: "lid", open: !isOpen(status.levels) });
      return;
    case "gate":
      if (message.gate !== "forced")
        context.status = withLevel(status, LEVEL_BIT.locked, message.gate === "locked");
      return;
    case "jam":
      context.status = { ...status, jam: message.on ? message.where : null };
      if (message.on) out.push({ o: "jam", where: message.where, during: stageOf(status) });
      else if (status.jam !== null) out.push({ o: "jam-cleared" });
      return;
    case "warning": {
      const bit = 1 << (message.code - 1);
      context.status = { ...status, warnings: message.on ? status.warnings | bit : status.warnings & ~bit };
      // `messages.ts` lets no other code through.
      const code = WARNINGS[message.code - 1];
      if (code !== undefined) out.push({ o: "warning", code, standing: message.on });
      return;
    }
    default:
      return;
  }
}

function applyStage(context: SessionContext, message: ShoeMessage & { readonly m: "stage" }): void {
  const before = context.status;
  context.status = { ...before, stage: message.stage, mode: message.mode };
  // Cards are numbered anew with each load.
  if (message.stage === "loading" && before.stage !== "loading") {
    context.card = 0;
    context.status = { ...context.status, cards: 0, suspect: 0 };
  }
  if (stageOf(context.status) !== stageOf(before))
    context.out.push({ o: "stage", stage: stageOf(context.status) });
}

/** The heartbeat says what the messages said, or some are missing that no number told of. */
function compareBeat(context: SessionContext, message: Beat): void {
  const status = statusOf(message);
  if (agreeInStatus(status, context.status)) return;
  countFigure(context, "strange");
  emitGap(context, "device-garbled");
  attach(context, status);
}

function statusOf({ levels, stage: now, mode, cards, jam, warnings, suspect }: Beat): Status {
  return { levels, stage: now, mode, cards, jam, warnings, suspect };
}

const withLevel = (status: Status, bit: number, on: boolean): Status => ({
  ...status,
  levels: on ? status.levels | bit : status.levels & ~bit,
});

function applyMotor(context: SessionContext, message: ShoeMessage & { readonly m: "motor" }): void {
  const bit = 1 << (message.motor - 1);
  const ill = message.state === "stalled" || message.state === "overcurrent";
  context.motors = ill ? context.motors | bit : context.motors & ~bit;
  const detail = { motor: MOTORS[message.motor - 1] ?? "", state: message.state, mA: message.mA };
  if (ill) raiseFault(context, "shoe-motor", detail);
  else if (context.motors === 0) clearFault(context, "shoe-motor");
}
