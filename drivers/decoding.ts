import { frame, FRAMER_START } from "./line-framer.ts";

/**
 * How people read a line: what each piece of it says, and what they may ask over it. A session believes none of this: it has its own
 * rules for what is a witness of what.
 */

/** What tells a piece from bytes that only happen to look like it. */
export type Proof =
  /** A checksum that is right, over a message that this device has. */
  | "checksum"
  /** A shape of its own, so long that noise does not make it. */
  | "shape"
  /** Short: counts only beside others, or where a device says nothing longer. */
  | "weak"
  /** A line that much else may say too. */
  | "none";

/** What one piece of a line says. */
export interface Decoded {
  /** The kind of message in a word or two: `heartbeat`, `status`. */
  readonly message: string;
  /** What it says, by name. Never a card's face: a message that has one leaves it out. */
  readonly says: Readonly<Record<string, string | number | boolean | null>>;
  readonly proof: Proof;
  /** Its bytes hold a card's face, or tell it to whoever tries all of them. */
  readonly isSecret?: true;
  /** The face in words. Whoever shows it must know that nobody plays with this card. */
  readonly face?: string;
}

/** A piece of a line: a text line with its end, a report, a key, a message of a binary protocol. */
export interface Piece {
  /** Its bytes, one character a byte. */
  readonly bytes: string;
  /** Null: it is damaged, or another device's. */
  readonly decoded: Decoded | null;
}

/** What cuts bytes into pieces, and what each says. */
export interface Decoder {
  /** The protocol's name where a device has several of them; null: it has one. */
  readonly protocol: string | null;
  /** `text`: lines that end with CR or LF. `binary`: pieces that only this device's own rules cut. */
  readonly carries: "text" | "binary";
  /** All that it says is short: many weak pieces without damage make it likely. */
  readonly isTerse?: true;
  /** Begins to read, as after the port was opened. */
  begin(): DecoderRun;
}

/** One reading of a line from its beginning. */
export interface DecoderRun {
  /** The pieces that these bytes complete, in order. */
  receive(bytes: string): readonly Piece[];
  /** Bytes that the host wrote: some answers cannot be read without their questions. */
  onSent?(bytes: string): void;
}

/** A message that only asks: the device answers, and nothing in it moves, is set or is forgotten. */
export interface Question {
  readonly is: "question";
  /** For people, after "asks": one clause. */
  readonly about: string;
  readonly bytes: string;
}

/**
 * What a message of the host does. Only a question has bytes, so that nothing else can be sent by hand. `order`: the device acts, or
 * keeps something. `face`: the device answers with a card.
 */
export type HostMessage = Question | { readonly is: "order" | "face"; readonly about: string };

/** Every message that a driver can send, by name: one that is added must say what it does. */
export type HostMessages<Name extends string = string> = Readonly<Record<Name, HostMessage>>;

/** How a device's line is read, and what may be asked over it. */
export interface LineDecoding {
  readonly decoders: readonly Decoder[];
  readonly host: HostMessages;
  /** Its line may hold cards that lie face down: whatever is not understood of it is kept from people too. */
  readonly isSecret: boolean;
}

/** The questions among the messages of the host, by name. */
export function questionsOf({ host }: LineDecoding): ReadonlyMap<string, Question> {
  return new Map(
    Object.entries(host).flatMap(([name, message]) => (message.is === "question" ? [[name, message]] : [])),
  );
}

/** Reads a line of text with one rule for every line. `limit`: of a line in bytes, its end not counted. */
export function textDecoder(
  protocol: string | null,
  limit: number,
  decode: (text: string) => Decoded | null,
): Decoder {
  return {
    protocol,
    carries: "text",
    begin: () => {
      let state = FRAMER_START;
      return {
        receive: (bytes) => {
          const framed = frame(state, bytes, limit);
          state = framed.state;
          const overlong = Array<Piece>(framed.overlong).fill({ bytes: "", decoded: null });
          // The first line after opening may be the tail of a cut one: it is damage to nobody.
          const whole = framed.lines.filter((line) => line.whole || decode(line.text) !== null);
          return [...overlong, ...whole.map(({ text }) => ({ bytes: text, decoded: decode(text) }))];
        },
      };
    },
  };
}

/** The fields of a message as plain values, without those that are named. */
export function plainFields(message: object, without: readonly string[] = []): Decoded["says"] {
  const plain = Object.entries(message).filter(([name]) => !without.includes(name));
  return Object.fromEntries(
    plain.map(([name, value]: [string, unknown]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
  );
}

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || ["string", "number", "boolean"].includes(typeof value);
