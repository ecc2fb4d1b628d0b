import {
  clearFault,
  dispatchObservation,
  emitFault,
  emitRecord,
  isFaultActive,
  recordFaultChange,
  type ObservationHandlers,
} from "../kernel/context.ts";
import { reportBrokenAccount, handleCardOut } from "./card-out.ts";
import { mayStillDeal, tellCount } from "./flow.ts";
import { keepInput } from "./fold.ts";
import { handlePacket } from "./packets.ts";
import { hasRuleAbout, reportFact } from "./incidents.ts";
import { dealOf, setDeal, setRound } from "./live.ts";
import {
  checkCutCard,
  handleCount,
  handleCutCard,
  handleFedBack,
  handleLevel,
  handleStage,
} from "./loading.ts";
import type { ShoeObservation, ShoeStage } from "./observation.ts";
import { leaveUncounted, openWhenReady } from "./rounds.ts";
import { settle } from "./settle.ts";
import { leaveUndecided, markUncertain } from "./verdicts.ts";
import type { CardContext } from "./types.ts";

/** Cards that left stuck together and are counted; a device that tells more is taken to mean this many. */
export const STUCK_MAX = 8;

/** One observation of the card device. */
export function handleShoeObservation(context: CardContext, seen: ShoeObservation): void {
  const before = dealOf(context);
  const isLater = OF_CARDS.includes(seen.o) && isOfNewShoe(context);
  if (isLater) keepForNewShoe(context, seen);
  else dispatchObservation(HANDLERS, context, seen);
  settle(context);
  tellCount(context);
  keepInput(context, before, { i: "seen", cards: 0, seen, ...(isLater ? { isLater } : {}) });
}

/** What a device tells of the cards that leave it. */
const OF_CARDS: readonly ShoeObservation["o"][] = [
  ...(["card", "card-unread", "suspected-repeat", "cards-stuck", "face-up", "packet"] as const),
];

/** More than a shoe has cards. */
const MOST_OF_NEW_SHOE = 1_000;

/** A shoe was loaded while cards of this round lie on the table: none of its own leaves any more. */
function isOfNewShoe(context: CardContext): boolean {
  const { reloaded, loadPending, round } = dealOf(context);
  return (reloaded || loadPending) && round !== null && round.cards > 0 && !round.waits;
}

function keepForNewShoe(context: CardContext, seen: ShoeObservation): void {
  const { ofNewShoe = [], round } = dealOf(context);
  if (ofNewShoe.length < MOST_OF_NEW_SHOE) setDeal(context, { ofNewShoe: [...ofNewShoe, seen] });
  else emitFault(context, "shoe", "round-overlong");
  const isCard = seen.o === "card" || seen.o === "card-unread";
  if (isCard && round !== null && !round.decided && mayStillDeal(context))
    leaveUndecided(context, [...round.doubts, "shoe-changed"]);
}

/** The table is cleared and the shoe ready that was loaded meanwhile: what has left it leaves it now. */
export function dealFromNewShoe(context: CardContext): void {
  const { ofNewShoe = [], loaded } = dealOf(context);
  if (ofNewShoe.length === 0 || !loaded || isOfNewShoe(context)) return;
  setDeal(context, { ofNewShoe: [] });
  for (const seen of ofNewShoe) handleShoeObservation(context, seen);
}

/** An observation of one kind. */
type Observed<O extends ShoeObservation["o"]> = ShoeObservation & { readonly o: O };

const HANDLERS: ObservationHandlers<ShoeObservation, CardContext> = {
  attached: handleAttached,
  stage(context, { stage }) {
    if (UNLOADING.includes(stage)) reportStoppedDeal(context);
    handleStage(context, stage);
    dealFromNewShoe(context);
  },
  card(context, { card }) {
    handleCardOut(context, card.n, card);
    checkCutCard(context);
  },
  "card-unread"(context, { n, why }) {
    handleCardOut(context, n, null);
    // A blank one, or one with a code that no loaded deck has, is no card of this table.
    if (why === "blank" || why === "unknown-code") reportBrokenAccount(context, "face-not-loaded");
    checkCutCard(context);
  },
  "suspected-repeat": handleSuspectedRepeat,
  "cut-card"(context, { where }) {
    if (where === "passed") handleCutCard(context);
  },
  "cards-stuck"(context, { atLeast }) {
    // Reported before the cards that stick together leave.
    const stuck = Math.min(atLeast, STUCK_MAX);
    setDeal(context, { stuck, stuckInAll: stuck });
  },
  "face-up"(context, { where, gone }) {
    // One that lies open inside is reported again when it comes to the exit.
    if (where === "exit") setDeal(context, { exposed: gone !== true });
  },
  lid(context, { open }) {
    if (open) handleLidOpened(context);
  },
  level: handleLevel,
  jam: handleJam,
  "jam-cleared": clearJam,
  count: handleCount,
  warning: handleWarning,
  packet: (context, { cards }) => handlePacket(context, cards),
  "fed-back": (context, { cards }) => handleFedBack(context, cards),
  gap: handleGap,
  fault: handleFault,
  "fault-cleared": handleFault,
};

/** The device's whole state: what does not stand there ends here, whatever line should have ended it. */
function handleAttached(context: CardContext, { during, standing, uncounted }: Observed<"attached">): void {
  handleStage(context, during);
  if (standing.lidOpen) handleLidOpened(context);
  if (standing.jam === null) clearJam(context);
  else if (!isFaultActive(context, "shoe", "shoe-jam"))
    handleJam(context, { o: "jam", where: standing.jam, during });
  const told = new Set([...dealOf(context).warnings, ...standing.warnings]);
  for (const code of told)
    handleWarning(context, { o: "warning", code, standing: standing.warnings.includes(code) });
  const { faceUp, suspect } = standing;
  if (uncounted === true) setDeal(context, { uncounted: dealOf(context).unsure ?? "port-gone" });
  setDeal(context, { exposed: faceUp.includes("exit"), suspect, unsure: null });
  leaveUncounted(context);
}

function clearJam(context: CardContext): void {
  setRound(context, { jammed: false });
  clearFault(context, "shoe", "shoe-jam");
}

/** Stages in which the cards of the round that ran cannot be dealt on. */
const UNLOADING: readonly ShoeStage[] = ["loading", "shuffling", "out-of-service", "idle"];

/** Opened in the course of a round; between rounds the shoe must be counted or loaded anew. */
function handleLidOpened(context: CardContext): void {
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
  if (!isFaultActive(context, "shoe", "shoe-opened")) emitFault(context, "shoe", "shoe-opened");
  openWhenReady(context);
}

function handleJam(context: CardContext, { during, where }: Observed<"jam">): void {
  const inShuffle = during === "shuffling" || during === "loading" || during === "verifying";
  const { round } = dealOf(context);
  // A deal of which every card has left is not harmed by what the machine does after it, whatever is still to be said or turned.
  const playing = round !== null && !round.decided && round.cards > 0 && mayStillDeal(context);
  emitFault(context, "shoe", "shoe-jam", { where });
  if (playing && !inShuffle) setRound(context, { jammed: true });
  if (inShuffle || playing) reportFact(context, "jam", inShuffle ? "shuffling" : "dealing");
}

/** Where the device never says which it was it may be a card that is missing: none that waits for the device's word. */
function handleSuspectedRepeat(context: CardContext, { n, settled }: Observed<"suspected-repeat">): void {
  if (settled !== "open") return setDeal(context, { suspect: settled === undefined ? n : null });
  const { lastN, round } = dealOf(context);
  // The number of the next card tells that this one is missing.
  if (lastN === null) setDeal(context, { lastN: n - 1 });
  if (round !== null && !round.decided && round.cards > 0) markUncertain(context, "cards-missed");
}

/** After a jam in the deal its cards were taken out, or the machine was: the deal cannot be completed by it. */
function reportStoppedDeal(context: CardContext): void {
  const { round } = dealOf(context);
  if (round === null || round.decided || !round.jammed || !mayStillDeal(context)) return;
  setRound(context, { jammed: false });
  if (hasRuleAbout(context, "deal-stopped")) reportFact(context, "deal-stopped", true);
}

function handleWarning(context: CardContext, { code, standing }: Observed<"warning">): void {
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

/**
 * What left the device meanwhile is not known; the next card's number will tell how many. Nor is it known how the next one lies, until
 * the device tells its whole state: what was told of it before is nothing to judge by.
 */
function handleGap(context: CardContext, { why }: Observed<"gap">): void {
  const { round } = dealOf(context);
  if (round !== null && !round.decided && round.cards > 0) markUncertain(context, why);
  setDeal(context, { suspect: null, exposed: false, stuck: 0, stuckInAll: 0, unsure: why });
}

function handleFault(context: CardContext, seen: Observed<"fault" | "fault-cleared">): void {
  recordFaultChange(context, "shoe", seen, dealOf(context).round?.number ?? null);
}
