import { describe, expect, it } from "vitest";
import { pinFault } from "./pins.ts";

describe("a PIN", () => {
  it.each([
    ["12", "digits"],
    ["1234567890123", "digits"],
    ["12a4", "digits"],
    ["0000", "one-digit"],
    ["5252", "repeated"],
    ["481481", "repeated"],
    ["6789", "common"],
    ["8901", "common"],
    ["9876", "common"],
    ["1987", "common"],
    ["2580", "common"],
    ["8305", "taken"],
  ])("%s is refused", (pin, why) => {
    expect(pinFault(pin, ["8305"])).toBe(why);
  });

  it.each(["7294", "830519", "2094", "482481"])("%s may be used", (pin) => {
    expect(pinFault(pin, ["8305"])).toBeNull();
  });
});
