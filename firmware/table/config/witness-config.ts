import { z } from "zod";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import type { Text } from "../../../src/text/language.ts";
import { problemsOf } from "./device-keys.ts";
import { KeyError, parseVkey } from "../../../src/record/keys.ts";

/** The verification key of one who cosigns checkpoints. */
export const cosignerKey = z
  .string()
  .max(512)
  .superRefine((vkey, context) => {
    const fault = keyFault(vkey);
    if (fault !== null) problemsOf(context)(fault);
  });

/** The witness of a table: where it is and which key it signs with. */
export const witnessSchema = z.strictObject({
  /** `https://…/`: a witness is asked over TLS only. */
  url: z
    .string()
    .max(300)
    .refine(
      (url) => URL.canParse(url) && new URL(url).protocol === "https:",
      schemaWords("https", { like: "https://witness:8471/" }),
    )
    .transform((url) => (url.endsWith("/") ? url : `${url}/`)),
  /** Its verification key, as `tirada witness` prints it. */
  key: cosignerKey,
  /** PEM file of who vouches for its certificate, or that certificate itself; left out: whom the machine trusts. */
  ca: z.string().min(1).max(300).exactOptional(),
  /** Where it had cosigned another history of this log, nothing is certified any more, or the table plays on; left out: it plays on. */
  whenForked: z.enum(["stop", "play"]).exactOptional(),
});

export type WitnessKeys = z.infer<typeof witnessSchema>;

/** What is wrong with the key of a witness, or null. */
function keyFault(vkey: string): Text | null {
  try {
    const { use, name } = parseVkey(vkey);
    return use === "cosignature" ? null : problemWords("vkey-table", { name });
  } catch (error) {
    // English says which of the ways in which it is none.
    if (error instanceof KeyError) return { ...problemWords("vkey"), en: error.message };
    throw error;
  }
}
