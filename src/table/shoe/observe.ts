import { emit, type TableTurn } from "../turn.ts";
import { brokenAccount, cardOut, leftOver } from "./card-out.ts";
import { mayStillDeal } from "./flow.ts";
import { dealHeld } from "./held-cards.ts";
import { packetOut } from "./packets.ts";
import { asksFor, breached, happen } from "./incidents.ts";
import { dealOf, setDeal, setRound } from "./live.ts";
import { checkCutCard, clearFault, counted, cutCard, fedBack, levelled, newStage } from "./loading.ts";
import type { ShoeObservation, ShoeStage } from "./observation.ts";
import { openWhenReady } from "./rounds.ts";
import { doubt, settle } from "./verdicts.ts";

/** One observation of the card device. */
export function observeCards(turn: TableTurn, seen: ShoeObservation): void {
  take(turn, seen);
  dealHeld(turn);
  breached(turn);
  settle(turn);
  leftOver(turn);
}

function take(turn: TableTurn, seen: ShoeObservation): void {
  switch (seen.o) {
    case "attached":
      return newStage(turn, seen.during);
    case "stage":
      if (isUnloading(seen.stage)) dealStopped(turn);
      return newStage(turn, seen.stage);
    case "card":
      cardOut(turn, seen.card.n, seen.card);
      return checkCutCard(turn);
    case "card-unread":
      cardOut(turn, seen.n, null);
      // A blank one, or one with a code that no loaded deck has, is no card of this table.
      if (seen.why === "blank" || seen.why === "unknown-code") brokenAccount(turn, "face-not-loaded");
      return checkCutCard(turn);
    case "suspected-repeat":
      return setDeal(turn, { suspect: seen.settled === undefined ? seen.n : null });
    case "cut-card":
      return seen.where === "passed" ? cutCard(turn) : undefined;
    case "cards-stuck":
      // Told before the cards that stick together are.
      return setDeal(turn, { stuck: Math.min(seen.atLeast, 8), stuckInAll: Math.min(seen.atLeast, 8) });
    case "face-up":
      // One that lies open inside is told again when it comes to the exit.
      return seen.where === "exit" ? setDeal(turn, { exposed: seen.gone !== true }) : undefined;
    case "lid":
      return seen.open ? opened(turn) : undefined;
    case "level":
      return levelled(turn, seen);
    case "jam":
      return jam(turn, seen);
    case "jam-cleared":
      setRound(turn, { jammed: false });
      return clearFault(turn, "shoe-jam");
    case "count":
      return counted(turn, seen);
    case "warning":
      return warning(turn, seen);
    case "packet":
      return packetOut(turn, seen.cards);
    case "fed-back":
      return fedBack(turn, seen.cards);
    case "gap":
      return gap(turn, seen);
    case "fault":
    case "fault-cleared":
      return fault(turn, seen);
  }
}

const isUnloading = (stage: ShoeStage): boolean =>
  stage === "loading" || stage === "shuffling" || stage === "out-of-service" || stage === "idle";

/** Opened in the course of a round; between rounds the shoe must be counted or loaded anew. */
function opened(turn: TableTurn): void {
  const { round, stage, reloaded, loaded } = dealOf(turn);
  dealStopped(turn);
  if (round !== null && !round.decided && round.cards > 0) {
    setDeal(turn, { barred: "lid-opened" });
    return happen(turn, "lid-opened", true);
  }
  const isLoading =
    !loaded || reloaded || stage === "loading" || stage === "idle" || stage === "empty" || stage === "unknown";
  if (isLoading) return;
  setDeal(turn, { barred: "lid-opened" });
  if (!turn.durable.faults.some((one) => one.code === "shoe-opened"))
    emit(turn, { kind: "fault", device: "shoe", code: "shoe-opened", round: null, detail: {} });
  openWhenReady(turn);
}

function jam(turn: TableTurn, { during, where }: ShoeObservation & { o: "jam" }): void {
  const inShuffle = during === "shuffling" || during === "loading" || during === "verifying";
  const { round } = dealOf(turn);
  // A deal of which every card has left is not harmed by what the machine does after it, whatever is still to be said or turned.
  const playing = round !== null && !round.decided && round.cards > 0 && mayStillDeal(turn);
  emit(turn, { kind: "fault", device: "shoe", code: "shoe-jam", round: null, detail: { where } });
  if (playing && !inShuffle) setRound(turn, { jammed: true });
  if (inShuffle || playing) happen(turn, "jam", inShuffle ? "shuffling" : "dealing");
}

/** After a jam in the deal its cards were taken out, or the machine was: the deal cannot be completed by it. */
function dealStopped(turn: TableTurn): void {
  const { round } = dealOf(turn);
  if (round === null || round.decided || !round.jammed || !mayStillDeal(turn)) return;
  setRound(turn, { jammed: false });
  if (asksFor(turn, "deal-stopped")) happen(turn, "deal-stopped", true);
}

function warning(turn: TableTurn, { code, standing }: ShoeObservation & { o: "warning" }): void {
  const { warnings } = dealOf(turn);
  const isKnown = warnings.includes(code);
  if (isKnown === standing) return;
  setDeal(turn, { warnings: standing ? [...warnings, code] : warnings.filter((one) => one !== code) });
  emit(turn, {
    kind: standing ? "fault" : "fault-cleared",
    device: "shoe",
    code: `warning-${code}`,
    round: null,
    detail: {},
  });
  // The cards are not the ones that were loaded, whatever the reader says next.
  if (standing && (code === "count-wrong" || code === "identity-wrong")) {
    setDeal(turn, { barred: "count-wrong" });
    if ((dealOf(turn).round?.cards ?? 0) > 0) happen(turn, "count-wrong", true);
  }
  if (standing && code === "incomplete-cycle") {
    setDeal(turn, { barred: "cycle-incomplete" });
    happen(turn, "cycle-incomplete", true);
  }
  // Cards that are not where the account has them; seen is not put right.
  if (standing && (code === "cards-left-inside" || code === "memory-lost"))
    setDeal(turn, { barred: "count-wrong" });
  if (standing && code === "sort-mode") setDeal(turn, { barred: "sort-mode" });
  const { round } = dealOf(turn);
  // The round under way has cards that left before it; none may begin until a person has acknowledged it.
  if (standing && round !== null && round.cards > 0 && code !== "reader-dirty") doubt(turn, "warning-ignored");
  openWhenReady(turn);
}

/** What left the device meanwhile is not known; the next card's number will tell how many. */
function gap(turn: TableTurn, { why }: ShoeObservation & { o: "gap" }): void {
  const { round } = dealOf(turn);
  if (round !== null && !round.decided && round.cards > 0) doubt(turn, why);
  setDeal(turn, { suspect: null });
}

function fault(turn: TableTurn, seen: ShoeObservation & { o: "fault" | "fault-cleared" }): void {
  const standing = turn.durable.faults.some((other) => other.device === "shoe" && other.code === seen.code);
  if (standing === (seen.o === "fault")) return;
  const round = dealOf(turn).round?.number ?? null;
  emit(turn, { kind: seen.o, device: "shoe", code: seen.code, round, detail: seen.detail });
}
