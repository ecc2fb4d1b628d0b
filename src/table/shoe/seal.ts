import type { Face } from "../../cards/card.ts";
import { sha256Hex } from "../../record/bytes.ts";
import { emitRecord } from "../kernel/context.ts";
import { dealOf, setDeal, setRound } from "./live.ts";
import type { CardContext } from "./types.ts";

/**
 * The commitment of a card that lies face down: it binds the face, and tells nobody which it is, as long as the round's key is
 * secret. A face alone has 53 possibilities; the key has 2^256.
 */
export function commitmentOf(key: string, round: number, n: number, face: Face): string {
  return sha256Hex(`tirada-card/1\0${key}\0${round}\0${n}\0${face}`);
}

/**
 * A new secret for what follows. One that comes before the cards of a round were collected gives the round up: its recording
 * has reached its limit, and is opened with the secret that it was under.
 */
export function acceptSeal(context: CardContext, key: string): void {
  const { round, seal, sealDue, keptSecret } = dealOf(context);
  const isRunning = context.durable.phase === "dealing" || context.durable.phase === "no-more-bets";
  if (seal !== null && !sealDue && round !== null && (isRunning || round.cards > 0)) {
    const { number, cards } = round;
    if (isRunning)
      emitRecord(context, { kind: "aborted", round: number, cause: "recording-limit", seen: { cards } });
    setRound(context, { decided: true, due: null });
    publishSecrets(context, [...keptSecret, number]);
  }
  setDeal(context, { seal: key, sealDue: false });
}

/** The secret of these rounds is published: from here on anybody can prove their cards. */
export function publishSecrets(context: CardContext, rounds: readonly number[]): void {
  const { seal } = dealOf(context);
  for (const round of rounds) if (seal !== null) emitRecord(context, { kind: "opened", round, key: seal });
  setDeal(context, { keptSecret: [] });
}
