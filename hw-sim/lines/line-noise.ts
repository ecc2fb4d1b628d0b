import type { RandomSource } from "../../src/time/random-source.ts";

/** What noise can do to a line on its way. */
export const NOISE_KINDS = [
  /** The end of the line is lost, terminator and all. */
  "cut",
  /** The middle is lost: the two ends of a line are joined. */
  "splice",
  /** The line comes twice. */
  "repeat",
  /** One bit of one byte is turned. */
  "flip",
  /** The line comes after its successor. */
  "reorder",
  /** The line does not come. */
  "drop",
  /** A line of another device comes first. */
  "insert",
  /** Bytes without meaning come first. */
  "garbage",
  /** The line comes late, and so does all that follows until it came. */
  "delay",
] as const;
export type NoiseKind = (typeof NOISE_KINDS)[number];

export interface NoiseOptions {
  /** One line in so many meets each kind; kinds that are not named do not happen. */
  readonly oneIn: Readonly<Partial<Record<NoiseKind, number>>>;
  /** Longest delay, µs; 3 s unless given. */
  readonly delayUs?: number;
}

/** One damage that was done. `line` counts the lines that went in, from 0. */
export interface NoiseDone {
  readonly kind: NoiseKind;
  readonly line: number;
  readonly tUs: number;
}

export interface DeliveredLine {
  readonly tUs: number;
  readonly bytes: string;
}

/** Corrupts a stream of lines, each with its terminator. Deterministic from its random source. */
export interface LineNoise {
  /** What comes out for this line: in order of time, never earlier than what came out before. */
  pass(tUs: number, bytes: string): readonly DeliveredLine[];
  /** What is still held back. */
  flush(): readonly DeliveredLine[];
  /** Everything that was done so far. */
  done(): readonly NoiseDone[];
}

/** Lines as other devices at a table send them. */
const OTHERS = ["$GPGGA,123519,4807.038,N\r\n", "*Y;1;045\r\n", "OK\r\n", "*W 17\r\n", "R;12;0\n", "23\r\n"];
const DELAY_US = 3_000_000;

export function lineNoise(options: NoiseOptions, random: RandomSource): LineNoise {
  const log: NoiseDone[] = [];
  let held: string | null = null;
  let line = -1;
  let last = 0;
  return {
    pass: (tUs, bytes) => {
      line++;
      const did: NoiseKind[] = [];
      // Every kind draws a number for every line, so that the odds of one kind do not change which lines another one damages.
      const hits = NOISE_KINDS.filter(
        (kind) => random.below(options.oneIn[kind] ?? 1) === 0 && options.oneIn[kind],
      );
      let text = bytes;
      let before = "";
      let late = 0;
      for (const kind of hits) {
        if (kind === "insert") before += random.pick(OTHERS);
        else if (kind === "garbage") before += randomBytes(random);
        else if (kind === "delay") late = 1 + random.below(options.delayUs ?? DELAY_US);
        else if (kind === "reorder") {
          if (held !== null) continue;
        } else {
          const hurt = damageLine(kind, text, random);
          if (hurt === text) continue;
          text = hurt;
        }
        did.push(kind);
      }
      last = Math.max(last, tUs) + late;
      for (const kind of did) log.push({ kind, line, tUs: last });
      if (did.includes("reorder")) {
        held = text;
        return before === "" ? [] : [{ tUs: last, bytes: before }];
      }
      const out = before + text + (held ?? "");
      held = null;
      return out === "" ? [] : [{ tUs: last, bytes: out }];
    },
    flush: () => {
      const rest = held;
      held = null;
      return rest === null || rest === "" ? [] : [{ tUs: last, bytes: rest }];
    },
    done: () => log,
  };
}

function damageLine(
  kind: "cut" | "splice" | "repeat" | "flip" | "drop",
  text: string,
  random: RandomSource,
): string {
  switch (kind) {
    case "drop":
      return "";
    case "repeat":
      return text + text;
    case "cut":
      return text.slice(0, random.below(Math.max(1, text.length - 1)));
    case "splice": {
      const from = random.below(Math.max(1, text.length));
      const span = 1 + random.below(Math.max(1, text.length - from));
      return text.slice(0, from) + text.slice(from + span);
    }
    case "flip": {
      const at = random.below(Math.max(1, text.length));
      const turned = text.charCodeAt(at) ^ (1 << random.below(8));
      return text === "" ? text : text.slice(0, at) + String.fromCharCode(turned) + text.slice(at + 1);
    }
  }
}

function randomBytes(random: RandomSource): string {
  const length = 1 + random.below(40);
  return Array.from({ length }, () => String.fromCharCode(random.below(256))).join("");
}
