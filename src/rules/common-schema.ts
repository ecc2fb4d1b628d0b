import { z } from "zod";
import { ROLES } from "../people/roles.ts";
import { type Language, LANGUAGES } from "../text/language.ts";

/** Lengths are limits against broken files, not style. */
export const prose = z
  .string()
  .min(1)
  .max(2000)
  .refine((s) => s.trim() === s, "begins or ends with a space")
  .refine((s) => s.isWellFormed(), "is not well-formed Unicode (a lone surrogate)");
export const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be kebab case: lower-case words joined by hyphens")
  .max(60);
export const text = z.strictObject(
  Object.fromEntries(LANGUAGES.map((language) => [language, prose])) as unknown as Readonly<
    Record<Language, typeof prose>
  >,
);
export const role = z.enum(ROLES);
export const basis = z.enum(["text", "derived", "inferred", "external"]);
export const span = z
  .tuple([z.int().min(1), z.int().min(1)])
  .refine(([first, last]) => first <= last, "the last line comes before the first");
export const cite = z.strictObject({
  section: prose.max(80),
  lines: span,
  also: z.array(span).min(1).max(12).exactOptional(),
});
export const call = z.strictObject({ say: text, by: role });
