import { z } from "zod";

/**
 * What winning-number displays take, in the wheel makers' own words: `bare`, the number alone in two places (Cammegh SlingShot 2 guide
 * §2.4, Mercury 360), or `star-w`, `*W nn` (Mercury 360, basic protocol).
 */
export const NUMBER_FORMATS = ["bare", "star-w"] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Displays differ in what ends a line. */
export const LINE_ENDS = { "lf-cr": "\n\r", "cr-lf": "\r\n", cr: "\r", lf: "\n" } as const;
export type LineEnd = keyof typeof LINE_ENDS;

/** Where results go (docs/feeds.md). Each is left out where the house has no use for it. */
export const feedsSchema = z.strictObject({
  /** A broker of the house. */
  mqtt: z
    .strictObject({
      url: z
        .string()
        .max(200)
        .regex(/^mqtts?:\/\/[^/@?#]+$/),
      topic: z
        .string()
        .max(100)
        .regex(/^[^#+\s/]+(?:\/[^#+\s/]+)*$/)
        .default("tirada"),
      username: z.string().min(1).max(100).exactOptional(),
      /** A file whose only line is the password. */
      passwordFile: z.string().min(1).max(300).exactOptional(),
      /** PEM: the authority of the broker's certificate; this machine's certificate and key for it. */
      authority: z.string().min(1).max(300).exactOptional(),
      certificate: z.string().min(1).max(300).exactOptional(),
      key: z.string().min(1).max(300).exactOptional(),
    })
    .exactOptional(),
  /** Web socket, server-sent events and their descriptions. */
  server: z
    .strictObject({
      host: z.string().min(1).max(100),
      port: z.int().min(0).max(65_535).default(8_476),
      /** Names under which other systems know this machine, beside its addresses. */
      names: z.array(z.string().min(1).max(100)).max(8).default([]),
    })
    .exactOptional(),
  /** A TCP line: a line of JSON a message. */
  tcp: z
    .strictObject({ host: z.string().min(1).max(100), port: z.int().min(0).max(65_535).default(8_477) })
    .exactOptional(),
  /** A winning-number display on a serial port; a roulette's alone. */
  numbers: z
    .strictObject({
      port: z.string().min(1).max(200),
      baudRate: z.int().min(300).max(115_200).default(9_600),
      format: z.enum(NUMBER_FORMATS).default("bare"),
      end: z.enum(Object.keys(LINE_ENDS) as [LineEnd, ...LineEnd[]]).default("lf-cr"),
      /** What has the display take its last number back; left out: it has no such word. */
      undo: z.string().min(1).max(16).exactOptional(),
    })
    .exactOptional(),
});
export type FeedsConfig = z.infer<typeof feedsSchema>;
