import { say, setSpin, type Turn } from "./state.ts";

/** Two words of one spin that cannot both be true: it will have no number. */
export function contradict(turn: Turn, what: string, seen: readonly string[]): void {
  const { spin } = turn.s;
  if (spin === null || spin.contradicted) return;
  setSpin(turn, { contradicted: true });
  say(turn, { o: "contradiction", what, seen });
}
