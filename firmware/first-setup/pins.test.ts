import { describe, expect, it } from "vitest";
import { pinFault } from "./pins.ts";

describe("a PIN", () => {
  it.each([
    ["12", "has 4 to 12 digits"],
    ["1234567890123", "has 4 to 12 digits"],
    ["12a4", "has 4 to 12 digits"],
    ["0000", "is one digit over and over: choose another"],
    ["5252", "is one part twice: choose another"],
    ["481481", "is one part twice: choose another"],
    ["6789", "is one of the first that anybody tries: choose another"],
    ["8901", "is one of the first that anybody tries: choose another"],
    ["9876", "is one of the first that anybody tries: choose another"],
    ["1987", "is one of the first that anybody tries: choose another"],
    ["2580", "is one of the first that anybody tries: choose another"],
    ["8305", "is another person's too: each has one of their own"],
  ])("%s is refused", (pin, why) => {
    expect(pinFault(pin, ["8305"])).toBe(why);
  });

  it.each(["7294", "830519", "2094", "482481"])("%s may be used", (pin) => {
    expect(pinFault(pin, ["8305"])).toBeNull();
  });
});
