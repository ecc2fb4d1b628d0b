/**
 * What a video is, by the heads of its container: enough to say at the start that no browser plays it. A video whose head is right and whose
 * pictures are damaged is met on the page, which then shows the picture in its place.
 */

export type VideoType = "video/mp4" | "video/webm";
export type VideoHeader =
  | { readonly type: VideoType; readonly problem: null }
  | { readonly type: null; readonly problem: string };

/** Codings of pictures in MP4 (ISO/IEC 14496-12, 8.5.2; the registry mp4ra.org) that Chromium and Firefox play everywhere. */
const MP4_PLAYED = ["avc1", "avc3", "vp08", "vp09", "av01"];
/** Codec IDs of Matroska (matroska.org, codec specifications) that are part of WebM. */
const WEBM_PLAYED = ["V_VP8", "V_VP9", "V_AV1"];
/** Boxes of MP4 that hold others, down to the description of a track's samples. */
const BOXES_OF_BOXES = ["moov", "trak", "mdia", "minf", "stbl"];
/** How deep boxes or elements are looked into, and how many: a file that nests without end is none. */
const DEPTH_MAX = 8;
const PARTS_MAX = 10_000;

const no = (problem: string): VideoHeader => ({ type: null, problem });

/** Reads the heads of a whole file. Never throws. */
export function videoHeader(bytes: Buffer): VideoHeader {
  if (bytes.length >= 12 && bytes.toString("latin1", 4, 8) === "ftyp") return mp4Header(bytes);
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === EBML) return webmHeader(bytes);
  return no("it is no MP4 or WebM video");
}

function mp4Header(bytes: Buffer): VideoHeader {
  const brand = bytes.toString("latin1", 8, 12);
  if (brand === "qt  ") return no("it is a QuickTime film, which not every browser plays: make an MP4 of it");
  const codings = mp4Codings(bytes);
  if (codings === null) return no("its MP4 container is damaged or cut");
  const pictures = codings.filter(({ handler }) => handler === "vide").map(({ coding }) => coding);
  return played("video/mp4", pictures, MP4_PLAYED);
}

/** How each track is coded; null: the boxes do not fit into each other. */
function mp4Codings(bytes: Buffer): readonly { readonly handler: string; readonly coding: string }[] | null {
  const tracks: { handler: string; coding: string }[] = [];
  let parts = 0;
  const walk = (from: number, to: number, depth: number): boolean => {
    for (let at = from; at < to;) {
      if (++parts > PARTS_MAX || depth > DEPTH_MAX || at + 8 > to) return false;
      const small = bytes.readUInt32BE(at);
      if (small === 1 && at + 16 > to) return false;
      const head = small === 1 ? 16 : 8;
      const size = small === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : small === 0 ? to - at : small;
      const [inner, end] = [at + head, at + size];
      if (size < head || end > to) return false;
      const name = bytes.toString("latin1", at + 4, at + 8);
      if (name === "trak") tracks.push({ handler: "", coding: "" });
      const track = tracks.at(-1);
      if (name === "hdlr" && track !== undefined && inner + 12 <= end)
        track.handler ||= bytes.toString("latin1", inner + 8, inner + 12);
      if (name === "stsd" && track !== undefined && inner + 16 <= end)
        track.coding = bytes.toString("latin1", inner + 12, inner + 16);
      if (BOXES_OF_BOXES.includes(name) && !walk(inner, end, depth + 1)) return false;
      at = end;
    }
    return true;
  };
  return walk(0, bytes.length, 0) ? tracks : null;
}

/** Elements of EBML and Matroska (RFC 8794, RFC 9559). */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const CODEC_ID = 0x86;
const [SEGMENT, TRACKS, TRACK_ENTRY, CLUSTER] = [0x18538067, 0x1654ae6b, 0xae, 0x1f43b675];
const MASTERS = [EBML, SEGMENT, TRACKS, TRACK_ENTRY];

function webmHeader(bytes: Buffer): VideoHeader {
  const found = webmTexts(bytes);
  if (found === null) return no("its WebM container is damaged or cut");
  if (found.docType !== "webm")
    return no(`it is a Matroska film (${printable(found.docType)}), not a WebM video`);
  return played(
    "video/webm",
    found.codecs.filter((codec) => codec.startsWith("V_")),
    WEBM_PLAYED,
  );
}

/** The kind of document and the codecs of its tracks, as far as its first pictures; null: the elements do not fit into each other. */
function webmTexts(bytes: Buffer): { readonly docType: string; readonly codecs: readonly string[] } | null {
  let docType = "";
  const codecs: string[] = [];
  let parts = 0;
  const walk = (from: number, to: number, depth: number): boolean => {
    for (let at = from; at < to;) {
      const id = numberAt(bytes, at, true);
      const size = id === null ? null : numberAt(bytes, at + id.length, false);
      if (id === null || size === null || ++parts > PARTS_MAX || depth > DEPTH_MAX) return false;
      if (id.value === CLUSTER) return true;
      const inner = at + id.length + size.length;
      // A live stream does not know how long its segment is: it lasts to the end.
      const end = size.isUnknown ? to : inner + size.value;
      // What is longer than the file is a cut one; a segment is looked into as far as it goes.
      if (end > to && id.value !== SEGMENT) return false;
      if (id.value === DOC_TYPE) docType = bytes.toString("latin1", inner, end).replace(/\0+$/, "");
      if (id.value === CODEC_ID) codecs.push(bytes.toString("latin1", inner, Math.min(end, inner + 40)));
      if (MASTERS.includes(id.value) && !walk(inner, Math.min(end, to), depth + 1)) return false;
      at = end;
    }
    return true;
  };
  return walk(0, bytes.length, 0) ? { docType, codecs } : null;
}

/** A number of variable length; with its mark where it is an element's name. Null: it is none, or cut. */
function numberAt(
  bytes: Buffer,
  at: number,
  withMark: boolean,
): { readonly value: number; readonly length: number; readonly isUnknown: boolean } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  const mark = 1 << (8 - length);
  let value = withMark ? first : first - mark;
  let isUnknown = first - mark === mark - 1;
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
}

function played(type: VideoType, pictures: readonly string[], known: readonly string[]): VideoHeader {
  if (pictures.length === 0) return no("it has no pictures");
  const other = pictures.find((coding) => !known.includes(coding));
  return other === undefined
    ? { type, problem: null }
    : no(
        `its pictures are coded as ${printable(other)}, which not every browser plays; known: ${known.join(", ")}`,
      );
}

const printable = (said: string): string => said.replaceAll(/[^ -~]/g, "?").slice(0, 40);
