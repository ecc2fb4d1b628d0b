import { describe, expect, it } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { resample, type UartOptions } from "./uart.ts";

const heard = (bytes: string, options: UartOptions): string =>
  resample([{ us: 0, bytes }], options)
    .map(({ byte }) => String.fromCharCode(byte))
    .join("");

describe("a UART at the sender's speed", () => {
  it("hears every byte, also one percent off", () => {
    const random = randomFrom("uart");
    const bytes = Array.from({ length: 2_000 }, () => String.fromCharCode(random.below(256))).join("");
    for (const received of [9_600, 9_504, 9_696]) expect(heard(bytes, { sent: 9_600, received })).toBe(bytes);
  });

  it("hears each byte when its stop bit is on the wire", () => {
    const [first, second] = resample(
      [
        { us: 0, bytes: "A" },
        { us: 5_000, bytes: "B" },
      ],
      { sent: 9_600, received: 9_600 },
    );
    expect([first?.us, second?.us].map((us) => Math.round(us ?? 0))).toEqual([990, 5_990]);
  });

  it("sends bytes that come sooner than the wire is free one after the other", () => {
    const close = resample(
      [
        { us: 0, bytes: "AB" },
        { us: 100, bytes: "C" },
      ],
      { sent: 9_600, received: 9_600 },
    );
    expect(close.map(({ byte }) => String.fromCharCode(byte)).join("")).toBe("ABC");
  });
});

describe("a UART at another speed", () => {
  it("at half the speed hears two bits as one: a U (alternating) as its own kind of noise", () => {
    // 0x55 on the wire: 0 1 0 1 0 1 0 1 0 1, each bit half as long as the receiver's. Samples fall on the edges between pairs.
    expect(heard("UUUU", { sent: 9_600, received: 4_800 })).not.toBe("UUUU");
    // A zero byte is low for 9 bits, at half the speed 4.5: the start bit and three data bits; the fourth is sampled as it ends.
    expect(heard("\0", { sent: 9_600, received: 4_800 }).charCodeAt(0)).toBe(0xf8);
  });

  it("at twice the speed hears each bit twice, and the byte ends too early", () => {
    // 0xff: start low for two receiver's bits, then high: the first data bit is low.
    expect(heard("\xff", { sent: 9_600, received: 19_200 }).charCodeAt(0)).toBe(0xfe);
    // 0x00: nine low bits are eighteen: a whole byte of zeros whose stop bit is low.
    expect(heard("\0", { sent: 9_600, received: 19_200 }).charCodeAt(0)).toBe(0);
    expect(heard("\0", { sent: 9_600, received: 19_200, framing: "drop" })).toBe("");
  });

  it("damages lines so that none is left whole", () => {
    const line = "*X;2;013;17;0;251;0\r\n";
    for (const received of [4_800, 19_200, 38_400, 57_600, 115_200])
      for (const framing of ["keep", "drop"] as const)
        expect(heard(line.repeat(20), { sent: 9_600, received, framing })).not.toContain("*X;2");
  });
});
