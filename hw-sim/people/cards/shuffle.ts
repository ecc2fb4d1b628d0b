import type { RandomSource } from "../../../src/time/random-source.ts";

/** How cards are mixed: by hand and by machines. Each takes a pile and gives a new one; the first card is the next to leave. */

/** One riffle (mezcla americana): cut about the middle, cards fall from both halves in small clumps. */
export function riffleCards<T>(cards: readonly T[], random: RandomSource): T[] {
  const middle = Math.floor(cards.length / 2);
  const at = middle + random.below(Math.max(1, Math.floor(cards.length / 10))) - Math.floor(cards.length / 20);
  const left = cards.slice(0, at);
  const right = cards.slice(at);
  const mixed: T[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    const remaining = left.length - l + (right.length - r);
    // The heavier half lets more fall (Gilbert, Shannon and Reeds).
    const fromLeft = random.below(remaining) < left.length - l;
    const card = fromLeft ? left[l++] : right[r++];
    if (card !== undefined) mixed.push(card);
  }
  return mixed;
}

/** Chemin: all cards are spread and stirred with the flat of the hands. */
export function washCards<T>(cards: readonly T[], random: RandomSource): T[] {
  const mixed = [...cards];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const [one, two] = [mixed[at], mixed[other]];
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}

/** By hand, as Chile III.1.5.1 has it: chemin, then a double or triple normal shuffle, and the player's cut. */
export function shuffleByHand<T>(cards: readonly T[], random: RandomSource): T[] {
  let mixed = washCards(cards, random);
  for (let times = 2 + random.below(2); times > 0; times--) mixed = riffleCards(mixed, random);
  return cutCards(mixed, random, Math.min(52, Math.floor(cards.length / 4)));
}

/** The player's cut leaves at least so many cards at either end. */
export function cutCards<T>(cards: readonly T[], random: RandomSource, least: number): T[] {
  const room = Math.max(1, cards.length - 2 * least);
  const at = least + random.below(room);
  return [...cards.slice(at), ...cards.slice(0, at)];
}

/** Slots of a batch shuffler. */
const SLOTS = 20;

/** A batch shuffler: each card falls into one of its slots, which are emptied in an order of chance. */
export function shuffleByBatch<T>(cards: readonly T[], random: RandomSource): T[] {
  let mixed = [...cards];
  for (let pass = 0; pass < 2; pass++) {
    const wheel: T[][] = Array.from({ length: SLOTS }, () => []);
    for (const card of mixed) {
      const slot = wheel[random.below(SLOTS)];
      if (random.oneIn(2)) slot?.push(card);
      else slot?.unshift(card);
    }
    mixed = washCards(wheel, random).flat();
  }
  return mixed;
}

/** Cards that wait already to be dealt: no card that comes back lands before them. */
const WAITING = 12;

/**
 * A continuous machine takes cards back at any time: each goes to a chance place behind those that already wait at the exit,
 * where no hand and no card reaches any more.
 */
export function feedCardsBack<T>(inside: readonly T[], back: readonly T[], random: RandomSource): T[] {
  const mixed = [...inside];
  for (const card of washCards(back, random)) {
    const from = Math.min(WAITING, mixed.length);
    mixed.splice(from + random.below(mixed.length - from + 1), 0, card);
  }
  return mixed;
}
