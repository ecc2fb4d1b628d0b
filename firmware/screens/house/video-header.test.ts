import { describe, expect, it } from "vitest";
import { videoHeader } from "./video-header.ts";

/** A box of MP4: its length, its name, and what is in it. */
function box(name: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const inner = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inner.length + 8);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, inner]);
}

const zeros = (count: number): Buffer => Buffer.alloc(count);
const track = (handler: string, coding: string): Buffer =>
  box(
    "trak",
    box(
      "mdia",
      box("hdlr", zeros(8), handler, zeros(12)),
      box("minf", box("stbl", box("stsd", zeros(8), box(coding, zeros(70))))),
    ),
  );
const mp4 = (brand: string, ...tracks: readonly Buffer[]): Buffer =>
  Buffer.concat([
    box("ftyp", brand, zeros(4)),
    box("moov", box("mvhd", zeros(100)), ...tracks),
    box("mdat", zeros(64)),
  ]);

/** An element of Matroska, its length in one byte. */
const element = (id: string, inner: Buffer | string): Buffer => {
  const bytes = Buffer.from(inner);
  return Buffer.concat([Buffer.from(id, "hex"), Buffer.of(0x80 | bytes.length), bytes]);
};
const webm = (docType: string, ...codecs: readonly string[]): Buffer => {
  const tracks = element("1654ae6b", Buffer.concat(codecs.map((codec) => element("ae", element("86", codec)))));
  // A segment that does not say how long it is, and its first pictures.
  const segment = Buffer.concat([Buffer.from("18538067ff", "hex"), tracks, Buffer.from("1f43b675ff00", "hex")]);
  return Buffer.concat([element("1a45dfa3", element("4282", docType)), segment]);
};

describe("the head of a video", () => {
  it.each([
    ["H.264 in MP4", mp4("isom", track("vide", "avc1")), "video/mp4"],
    [
      "AV1 in MP4, with a sound that nobody hears",
      mp4("iso6", track("soun", "mp4a"), track("vide", "av01")),
      "video/mp4",
    ],
    ["VP9 in WebM", webm("webm", "V_VP9", "A_OPUS"), "video/webm"],
  ])("%s is played", (_, bytes, type) => {
    expect(videoHeader(bytes)).toEqual({ type, problem: null });
  });

  it.each([
    ["HEVC in MP4", mp4("isom", track("vide", "hvc1")), /coded as hvc1, which not every browser plays/],
    ["ProRes in QuickTime", mp4("qt  ", track("vide", "apch")), /QuickTime/],
    ["sound alone", mp4("isom", track("soun", "mp4a")), /no pictures/],
    ["a Matroska film", webm("matroska", "V_VP9"), /Matroska film \(matroska\)/],
    ["Theora in WebM", webm("webm", "V_THEORA"), /coded as V_THEORA/],
    ["an AVI", Buffer.from("RIFF\0\0\0\0AVI LIST"), /no MP4 or WebM/],
    ["nothing", Buffer.alloc(0), /no MP4 or WebM/],
    ["a page", Buffer.from("<html><script>alert(1)</script>"), /no MP4 or WebM/],
  ])("%s is not, and it is said why", (_, bytes, why) => {
    expect(videoHeader(bytes)).toEqual({ type: null, problem: expect.stringMatching(why) as string });
  });

  it("never throws, whatever is cut off or damaged", () => {
    for (const whole of [mp4("isom", track("vide", "avc1")), webm("webm", "V_VP8")])
      for (let at = 0; at < whole.length; at++) {
        expect(videoHeader(whole.subarray(0, at)).problem).not.toBe(undefined);
        const damaged = Buffer.from(whole);
        damaged[at] = 0xff;
        expect(videoHeader(damaged).problem).not.toBe(undefined);
      }
    const nested = Array.from({ length: 40 }).reduce<Buffer>((inner) => box("moov", inner), box("trak"));
    expect(videoHeader(Buffer.concat([box("ftyp", "isom", zeros(4)), nested])).problem).toMatch(/damaged/);
  });
});
