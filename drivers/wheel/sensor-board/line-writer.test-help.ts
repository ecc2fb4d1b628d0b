/**
 * A sensor board's side of the line, written from docs/devices/sensor-board.md and from nothing else: a test's own
 * writer, so that a codec error does not hide on both sides.
 */

/** CRC-16/CCITT-FALSE bit by bit. */
export function crcOf(body: string): number {
  let crc = 0xffff;
  for (const byte of Buffer.from(body, "latin1")) {
    for (let bit = 7; bit >= 0; bit--) {
      const top = (crc >> 15) & 1;
      crc = (crc << 1) & 0xffff;
      if (top !== ((byte >> bit) & 1)) crc ^= 0x1021;
    }
  }
  return crc;
}

export const digits = (value: number, width: number): string =>
  value.toString(16).toUpperCase().padStart(width, "0");

export const lineOf = (body: string): string => `${body}*${digits(crcOf(body), 4)}\n`;

/** An edge in the board's own unwrapped ticks. */
export interface SentEdge {
  readonly tick: number;
  readonly channel: string;
  readonly on: boolean;
  readonly hole: number;
}

const name = ({ channel, on, hole }: SentEdge): string =>
  (on ? channel : channel.toLowerCase()) + ("HG".includes(channel) ? digits(hole, 2) : "");

export interface BoardFace {
  readonly board: string;
  readonly kind: string;
  readonly marks: string;
  readonly boots: number;
}

/** A board that talks: it numbers and stamps its lines itself. */
export class BoardWriter {
  number = 0;
  lost = 0;
  levels = 0;
  readonly holes = { H: 0, G: 0 };
  face: BoardFace = { board: "00000007", kind: "roulette", marks: "37", boots: 1 };

  #line(type: string, tick: number, rest: string): string {
    const line = lineOf(`${type} ${digits(this.number, 4)} ${digits(tick % 0x1_0000_0000, 8)}${rest}`);
    this.number = (this.number + 1) % 0x1_0000;
    return line;
  }

  /** One to eight edges, less than 32 ms apart, as one line. */
  edges(list: readonly SentEdge[]): string {
    const [first] = list;
    if (first === undefined) throw new Error("no edges");
    let rest = name(first);
    list.slice(1).forEach((edge, at) => {
      rest += ` ${digits(edge.tick - (list[at]?.tick ?? 0), 4)}${name(edge)}`;
    });
    for (const { channel, on, hole } of list) {
      const bit = "ABCQRIPXTVW".indexOf(channel);
      if (channel === "H" || channel === "G")
        this.holes[channel] = on ? this.holes[channel] | (1 << hole) : this.holes[channel] & ~(1 << hole);
      else this.levels = on ? this.levels | (1 << bit) : this.levels & ~(1 << bit);
    }
    return this.#line("E", first.tick, rest);
  }

  beat(tick: number, { damaged = 0, short = 0, deepest = 0 } = {}): string {
    const maps = `${digits(this.holes.H, 6)} ${digits(this.holes.G, 6)}`;
    const counts = `${digits(this.lost, 4)} ${digits(damaged, 4)} ${digits(short, 4)} ${digits(deepest, 2)}`;
    return this.#line("B", tick, ` ${digits(this.levels, 4)} ${maps} ${counts}`);
  }

  loss(tick: number, count: number): string {
    this.lost += count;
    return this.#line("L", tick, ` ${digits(count, 4)}`);
  }

  identity(tick: number, cause = "power"): string {
    const { board, kind, marks, boots } = this.face;
    return this.#line("I", tick, ` ${board} 1.0.0 ${kind} ${marks} ${digits(boots, 8)} ${cause}`);
  }

  time(tick: number, token: string): string {
    return this.#line("T", tick, ` ${token}`);
  }

  setting(tick: number, key: string, value: string): string {
    return this.#line("C", tick, ` ${key} ${value}`);
  }

  refusal(tick: number, why: string): string {
    return this.#line("N", tick, ` ${why}`);
  }

  selfTest(tick: number, answers: string): string {
    return this.#line("S", tick, ` ${answers}`);
  }

  /** The board starts anew: numbers, losses and levels of its own begin again; the wheel stays as it is. */
  reset(): void {
    this.number = 0;
    this.lost = 0;
    this.face = { ...this.face, boots: this.face.boots + 1 };
  }
}
