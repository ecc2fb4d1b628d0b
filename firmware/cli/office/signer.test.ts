import { expect, test } from "vitest";
import { textOfAnswer } from "./signer.ts";

test.each([
  ["ECONNRESET", /gave no answer \(ECONNRESET\): it cut the connection, .* was revoked$/],
  ["ECONNREFUSED", /gave no answer \(ECONNREFUSED\)$/],
])(
  "a machine that is silent (%s) is named, and whoever is let in nowhere is told why that may be",
  (silent, says) => {
    expect(() => textOfAnswer({ silent }, "https://relay.casino.example:8473/")).toThrow(says);
  },
);
