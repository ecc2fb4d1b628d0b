import { z } from "zod";
import { option } from "../../options.ts";

/** Where a scanner or tag reader sits. */
export const READER_AT = option({
  about: "where the reader sits: inside the shoe, or where cards leave it",
  value: z.enum(["inside", "exit"]),
  otherwise: "exit",
});

/** A reader inside the shoe reads the card that is next. */
export const isInside = ({ at }: { readonly at: "inside" | "exit" }): boolean => at === "inside";
