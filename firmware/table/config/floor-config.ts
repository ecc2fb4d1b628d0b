import { z } from "zod";
import { schemaWords } from "../../../src/rules/problem-words.ts";

/** Collectors of one floor. */
export const COLLECTORS_MAX = 4;

/** The casino's floor: which collectors take a table's records. */
export const floorSchema = z.strictObject({
  /** `https://…/`, asked in turn: the next one where one does not answer. */
  collectors: z
    .array(
      z
        .string()
        .max(300)
        .refine(
          (url) => URL.canParse(url) && new URL(url).protocol === "https:",
          schemaWords("https", { like: "https://floor:8474/" }),
        )
        .transform((url) => (url.endsWith("/") ? url : `${url}/`)),
    )
    .min(1)
    .max(COLLECTORS_MAX),
});
