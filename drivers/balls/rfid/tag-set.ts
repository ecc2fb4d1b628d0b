/**
 * Which tag is which ball (docs/devices/ball-reader-rfid.md, "The set"): a head line, then `tag: ball` a line, in any order. Empty lines and
 * those that begin with `#` say nothing.
 */

export const TAG_SET_HEAD = "tirada-ball-tags/1";
export const BALLS_OF_SET = 90;
/** A file with more characters is no set of tags. */
export const TAG_SET_MAX = 16_384;

export type TagSetRead =
  /** `tags`: of ball 1, 2 and so on to 90, 14 hex digits each. */
  | { readonly ok: true; readonly tags: readonly string[] }
  | { readonly ok: false; readonly problems: readonly { readonly line: number; readonly message: string }[] };

type Place = { readonly line: number };

/** Reads the file of a set. Every problem names its line; that balls are missing is said of the last line. */
export function readTagSet(text: string): TagSetRead {
  if (text.length > TAG_SET_MAX)
    return refused(1, `longer than ${TAG_SET_MAX} characters: this is no set of balls`);
  const lines = text.split(/\r?\n/);
  if (lines[0] !== TAG_SET_HEAD) return refused(1, `must be ${TAG_SET_HEAD}`);
  const balls = new Map<string, Place & { readonly ball: number }>();
  const tags = new Map<number, Place & { readonly tag: string }>();
  const problems = lines.slice(1).flatMap((text, index) => {
    const line = index + 2;
    if (text.trim() === "" || text.startsWith("#")) return [];
    const message = addTag(balls, tags, text, line);
    return message === null ? [] : [{ line, message }];
  });
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, PROBLEMS_MAX) };
  const all = Array.from({ length: BALLS_OF_SET }, (_, index) => tags.get(index + 1)?.tag);
  const missing = all.flatMap((tag, index) => (tag === undefined ? [index + 1] : []));
  if (missing.length > 0)
    return refused(lines.length, `no tag of ${missing.length === 1 ? "ball" : "balls"} ${missing.join(", ")}`);
  return { ok: true, tags: all.filter((tag) => tag !== undefined) };
}

const PROBLEMS_MAX = 20;

const refused = (line: number, message: string): TagSetRead => ({ ok: false, problems: [{ line, message }] });

/** Adds one line; returns what is wrong with it, or null. */
function addTag(
  balls: Map<string, Place & { readonly ball: number }>,
  tags: Map<number, Place & { readonly tag: string }>,
  text: string,
  line: number,
): string | null {
  const [, said = "", digits = ""] = /^([^:]*):\s*(.*?)\s*$/.exec(text) ?? [];
  const tag = said.trim().toUpperCase();
  if (!/^[0-9A-F]{14}$/.test(tag)) return "must be a tag of 14 hex digits, a colon, and its ball";
  const ball = /^[1-9]\d?$/.test(digits) ? Number(digits) : 0;
  if (ball < 1 || ball > BALLS_OF_SET)
    return `${tag}: its ball must be 1 to ${BALLS_OF_SET}, and is ${digits === "" ? "not given" : digits}`;
  const same = balls.get(tag);
  if (same !== undefined)
    return same.ball === ball
      ? `the tag ${tag} stands in line ${same.line} already`
      : `the tag ${tag} is that of ball ${same.ball} in line ${same.line}, and cannot be that of ball ${ball} too`;
  const other = tags.get(ball);
  if (other !== undefined) return `ball ${ball} has the tag ${other.tag} in line ${other.line} already`;
  balls.set(tag, { ball, line });
  tags.set(ball, { tag, line });
  return null;
}

/** The tags of a set as one text, as recordings have them: seven bytes each, in base64. */
export const packedTags = (tags: readonly string[]): string =>
  btoa(
    tags.map((tag) => tag.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))).join(""),
  );

/** And back: 14 hex digits each. */
export const unpackedTags = (text: string): readonly string[] =>
  atob(text)
    .split("")
    .map((byte) => byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"))
    .join("")
    .match(/.{14}/g) ?? [];
