/**
 * What a die may bear. Pip dice: `1`…`6`; the dice of corona y ancla: crown, anchor and the four suits.
 * A face is named the same way everywhere: in packs, lines, records and on screens.
 */
export const PIP_FACES = ["1", "2", "3", "4", "5", "6"] as const;
export const SYMBOL_FACES = ["crown", "anchor", "heart", "diamond", "club", "spade"] as const;

export type DieFace = (typeof PIP_FACES)[number] | (typeof SYMBOL_FACES)[number];

export const FACE_SETS = ["pips", "symbols"] as const;
export type FaceSet = (typeof FACE_SETS)[number];

/** The six faces of a set, in the order that network outputs and templates use. */
export function facesOf(set: FaceSet): readonly DieFace[] {
  return set === "symbols" ? SYMBOL_FACES : PIP_FACES;
}

export function isDieFace(text: string): text is DieFace {
  return (PIP_FACES as readonly string[]).includes(text) || (SYMBOL_FACES as readonly string[]).includes(text);
}
