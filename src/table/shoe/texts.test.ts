import { expect, it } from "vitest";
import type { Text } from "../../text/language.ts";
import { textsOf } from "../../text/text-of.ts";
import { CARD_DEVICE_BECAUSE } from "./texts.ts";

it("a round of cards is called one, and no spin, whatever a device or a rule left open in it", () => {
  const ofWheels: Readonly<Record<string, Text>> = textsOf("reasons.device");
  expect(Object.keys(CARD_DEVICE_BECAUSE)).toContain("rule-not-judged");
  for (const [code, text] of Object.entries(CARD_DEVICE_BECAUSE))
    for (const words of Object.values(text))
      expect(Object.values(ofWheels[code] ?? {}), code).not.toContain(words);
});
