import type { Text } from "../text/language.ts";
import type { SpecialPocket, Suerte, WheelPack } from "./pack.ts";

/** `zero`: a roulette's pocket without colour. `other`: a bowl's five. `none`: the cells of a disc have no colours. */
export const COLOURS = ["red", "black", "zero", "other", "none"] as const;
export type Colour = (typeof COLOURS)[number];

/** The suertes that win when the ball rests in `pocket`, in the pack's order; none for a zero or a five. */
export function winningSuertes(pack: WheelPack, pocket: string): readonly Suerte[] {
  mustHave(pack, pocket);
  return pack.suertes.filter((suerte) => suerte.pockets.includes(pocket));
}

/** The colour that the pack's own sets give to `pocket`. */
export function colourOf(pack: WheelPack, pocket: string): Colour {
  mustHave(pack, pocket);
  const { kind } = pack.wheel;
  if (kind === "disc") return "none";
  const colour = pack.suertes.find((suerte) => suerte.group === "colour" && suerte.pockets.includes(pocket));
  if (colour === undefined) return kind === "bowl" ? "other" : "zero";
  return colour.id === "rojo" ? "red" : "black";
}

/** What the pack says of a zero or a five, or null for any other pocket. */
export function specialOf(pack: WheelPack, pocket: string): SpecialPocket | null {
  mustHave(pack, pocket);
  return pack.result.special.find((special) => special.pocket === pocket) ?? null;
}

/** What a disc's cell pays, `45:1` or `push`; null on other wheels. */
export function paysOf(pack: WheelPack, pocket: string): string | null {
  return winningSuertes(pack, pocket).find((suerte) => suerte.pays !== undefined)?.pays ?? null;
}

/** What people read for a pocket whose name is no plain number; null: its name. */
export function labelOf(pack: WheelPack, pocket: string): Text | null {
  mustHave(pack, pocket);
  return pack.wheel.labels?.[pocket] ?? null;
}

/** A number that the wheel does not have is a fault of the caller: it must never reach a screen. */
function mustHave(pack: WheelPack, pocket: string): void {
  if (pack.wheel.pockets.includes(pocket)) return;
  throw new RangeError(`the wheel of ${pack.jurisdiction}/${pack.game} has no pocket "${pocket}"`);
}
