/** What is measured before an eye is calibrated, by name; the first three are always due. */
export const EYE_VALUES = ["arena", "die", "height", "pitch", "rim", "basket", "wall", "half", "dome"] as const;
export type EyeValue = (typeof EYE_VALUES)[number];
export const EYE_VALUES_DUE = 3;
