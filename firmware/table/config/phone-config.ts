import { z } from "zod";
import { schemaWords } from "../../../src/rules/problem-words.ts";

/** Port of the page for phones, where the configuration names none. */
export const PHONE_PORT = 8_474;

/** Where players' phones read the certificate of a round. The page has a server of its own, with nothing else on it. */
export const phoneSchema = z.strictObject({
  /** How phones reach it: the code on the display begins with it. */
  address: z
    .string()
    .max(200)
    .refine(
      (url) =>
        URL.canParse(url) &&
        /^https?:$/.test(new URL(url).protocol) &&
        new URL(url).pathname === "/" &&
        !/[?#]/.test(url),
      schemaWords("phone-address"),
    )
    .transform((url) => (url.endsWith("/") ? url : `${url}/`)),
  /** Address of this unit on the network of the phones. */
  host: z.string().min(1).max(100),
  port: z.int().min(0).max(65_535).default(PHONE_PORT),
});

export type PhoneConfig = z.infer<typeof phoneSchema>;
