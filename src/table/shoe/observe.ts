import { emitRecord, type TableContext } from "../context.ts";
import { reportBrokenAccount, handleCardOut, reportLeftOver } from "./card-out.ts";
import { mayStillDeal } from "./flow.ts";
import { dealHeldCards } from "./held-cards.ts";
import { handlePacket } from "./packets.ts";
import { hasRuleAbout, reportBreach, reportFact } from "./incidents.ts";
import { dealOf, setDeal, setRound } from "./live.ts";
import { checkCutCard, clearFault, handleCount, handleCutCard, handleFedBack, handleLevel, handleStage } from "./loading.ts";
import type { ShoeObservation, ShoeStage } from "./observation.ts";
import { openWhenReady } from "./rounds.ts";
import { markUncertain, decideRound } from "./verdicts.ts";

/** Cards that left stuck together and are counted; a device that tells more is taken to mean this many. */
export const STUCK_MAX = 8;

/** One observation of the card device. */
export function handleShoeObservation(context: TableContext, seen: ShoeObservation): void {
  applyObservation(context, seen);
  dealHeldCards(context);
  reportBreach(context);
  decideRound(context);
  reportLeftOver(context);
}

function applyObservation(context: TableContext, seen: ShoeObservation): void {
  switch (seen.o) {
    case "attached":
      return handleStage(context, seen.during);
    case "stage":
      if (isUnloading(seen.stage)) reportStoppedDeal(context);
      return handleStage(context, seen.stage);
    case "card":
      handleCardOut(context, seen.card.n, seen.card);
      return checkCutCard(context);
    case "card-unread":
      handleCardOut(context, seen.n, null);
      // A blank one, or one with a code that no loaded deck has, is no card of this table.
      if (seen.why === "blank" || seen.why === "unknown-code") reportBrokenAccount(context, "face-not-loaded");
      return checkCutCard(context);
    case "suspected-repeat":
      return setDeal(context, { suspect: seen.settled === undefined ? seen.n : null });
    case "cut-card":
      return seen.where === "passed" ? handleCutCard(context) : undefined;
    case "cards-stuck":
      // Told before the cards that stick together are.
      return setDeal(context, {
        stuck: Math.min(seen.atLeast, STUCK_MAX),
        stuckInAll: Math.min(seen.atLeast, STUCK_MAX),
      });
    case "face-up":
      // One that lies open inside is told again when it comes to the exit.
      return seen.where === "exit" ? setDeal(context, { exposed: seen.gone !== true }) : undefined;
    case "lid":
      return seen.open ? handleLidOpened(context) : undefined;
    case "level":
      return handleLevel(context, seen);
    case "jam":
      return handleJam(context, seen);
    case "jam-cleared":
      setRound(context, { jammed: false });
      return clearFault(context, "shoe-jam");
    case "count":
      return handleCount(context, seen);
    case "warning":
      return handleWarning(context, seen);
    case "packet":
      return handlePacket(context, seen.cards);
    case "fed-back":
      return handleFedBack(context, seen.cards);
    case "gap":
      return handleGap(context, seen);
    case "fault":
    case "fault-cleared":
      return handleFault(context, seen);
  }
}

const isUnloading = (stage: ShoeStage): boolean =>
  stage === "loading" || stage === "shuffling" || stage === "out-of-service" || stage === "idle";

/** Opened in the course of a round; between rounds the shoe must be counted or loaded anew. */
function handleLidOpened(context: TableContext): void {
  const { round, stage, reloaded, loaded } = dealOf(context);
  reportStoppedDeal(context);
  if (round !== null && !round.decided && round.cards > 0) {
    setDeal(context, { barred: "lid-opened" });
    return reportFact(context, "lid-opened", true);
  }
  const isLoading =
    !loaded || reloaded || stage === "loading" || stage === "idle" || stage === "empty" || stage === "unknown";
  if (isLoading) return;
  setDeal(context, { barred: "lid-opened" });
  if (!context.durable.faults.some((one) => one.code === "shoe-opened"))
    emitRecord(context, { kind: "fault", device: "shoe", code: "shoe-opened", round: null, detail: {} });
  openWhenReady(context);
}

function handleJam(context: TableContext, { during, where }: ShoeObservation & { o: "jam" }): void {
  const inShuffle = during === "shuffling" || during === "loading" || during === "verifying";
  const { round } = dealOf(context);
  // A deal of which every card has left is not harmed by what the machine does after it, whatever is still to be said or turned.
  const playing = round !== null && !round.decided && round.cards > 0 && mayStillDeal(context);
  emitRecord(context, { kind: "fault", device: "shoe", code: "shoe-jam", round: null, detail: { where } });
  if (playing && !inShuffle) setRound(context, { jammed: true });
  if (inShuffle || playing) reportFact(context, "jam", inShuffle ? "shuffling" : "dealing");
}

/** After a jam in the deal its cards were taken out, or the machine was: the deal cannot be completed by it. */
function reportStoppedDeal(context: TableContext): void {
  const { round } = dealOf(context);
  if (round === null || round.decided || !round.jammed || !mayStillDeal(context)) return;
  setRound(context, { jammed: false });
  if (hasRuleAbout(context, "deal-stopped")) reportFact(context, "deal-stopped", true);
}

function handleWarning(context: TableContext, { code, standing }: ShoeObservation & { o: "warning" }): void {
  const { warnings } = dealOf(context);
  const isKnown = warnings.includes(code);
  if (isKnown === standing) return;
  setDeal(context, { warnings: standing ? [...warnings, code] : warnings.filter((one) => one !== code) });
  emitRecord(context, {
    kind: standing ? "fault" : "fault-cleared",
    device: "shoe",
    code: `warning-${code}`,
    round: null,
    detail: {},
  });
  // The cards are not the ones that were loaded, whatever the reader says next.
  if (standing && (code === "count-wrong" || code === "identity-wrong")) {
    setDeal(context, { barred: "count-wrong" });
    if ((dealOf(context).round?.cards ?? 0) > 0) reportFact(context, "count-wrong", true);
  }
  if (standing && code === "incomplete-cycle") {
    setDeal(context, { barred: "cycle-incomplete" });
    reportFact(context, "cycle-incomplete", true);
  }
  // Cards that are not where the account has them; seen is not put right.
  if (standing && (code === "cards-left-inside" || code === "memory-lost"))
    setDeal(context, { barred: "count-wrong" });
  if (standing && code === "sort-mode") setDeal(context, { barred: "sort-mode" });
  const { round } = dealOf(context);
  // The round under way has cards that left before it; none may begin until a person has acknowledged it.
  if (standing && round !== null && round.cards > 0 && code !== "reader-dirty")
    markUncertain(context, "warning-ignored");
  openWhenReady(context);
}

/** What left the device meanwhile is not known; the next card's number will tell how many. */
function handleGap(context: TableContext, { why }: ShoeObservation & { o: "gap" }): void {
  const { round } = dealOf(context);
  if (round !== null && !round.decided && round.cards > 0) markUncertain(context, why);
  setDeal(context, { suspect: null });
}

function handleFault(context: TableContext, seen: ShoeObservation & { o: "fault" | "fault-cleared" }): void {
  const standing = context.durable.faults.some((other) => other.device === "shoe" && other.code === seen.code);
  if (standing === (seen.o === "fault")) return;
  const round = dealOf(context).round?.number ?? null;
  emitRecord(context, { kind: seen.o, device: "shoe", code: seen.code, round, detail: seen.detail });
}
