import type { Pack, Suerte, ZeroRule } from "./pack.ts";

/** The suertes that win when the ball rests in `pocket`, in the pack's order; none for a zero. */
export function winningSuertes(pack: Pack, pocket: string): readonly Suerte[] {
  mustHave(pack, pocket);
  return pack.suertes.filter((suerte) => suerte.pockets.includes(pocket));
}

/** The colour that the pack's own sets give to `pocket`; a pocket in neither colour is a zero. */
export function colourOf(pack: Pack, pocket: string): "red" | "black" | "zero" {
  mustHave(pack, pocket);
  const colour = pack.suertes.find((suerte) => suerte.group === "colour" && suerte.pockets.includes(pocket));
  if (colour === undefined) return "zero";
  return colour.id === "rojo" ? "red" : "black";
}

/** What the pack says of a zero, or null for any other pocket. */
export function zeroRuleOf(pack: Pack, pocket: string): ZeroRule | null {
  mustHave(pack, pocket);
  return pack.result.zeros.find((zero) => zero.pocket === pocket) ?? null;
}

/** A number that the wheel does not have is a fault of the caller: it must never reach a screen. */
function mustHave(pack: Pack, pocket: string): void {
  if (pack.wheel.pockets.includes(pocket)) return;
  throw new RangeError(`the wheel of ${pack.jurisdiction}/${pack.game} has no pocket "${pocket}"`);
}
