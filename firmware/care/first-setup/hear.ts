import { z } from "zod";
import type { BytePort, OpenPort } from "../../../drivers/port.ts";
import type { SessionInput } from "../../../drivers/session.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import type { AnySession } from "../../table/setup/unit-family.ts";
import { type MonoUs, US_PER_S } from "../../../src/time/instant.ts";
import { FrameReader } from "../../../drivers/panel/frames.ts";

/** What one session made of what came from a port. */
export interface Heard {
  readonly device: string;
  /** The device speaks, and its session understands it. */
  readonly isAttached: boolean;
  /** Something was read that only this kind of device tells: a card, a spin. */
  readonly hasSpoken: boolean;
  /** Faults that stand, by their codes, with what was said of them. */
  readonly faults: ReadonlyMap<string, Readonly<Record<string, string | number>>>;
  /** Codes of faults of which the session has said either way. */
  readonly settled: ReadonlySet<string>;
  /** Whether the device has said itself what it is; null: the lines of its kind are no other's. */
  readonly told: boolean | null;
  /** The number by which the device names itself; null: it told none. */
  readonly number: string | null;
}

export interface Hearing {
  /** Bytes, or bytes of reports, that came. */
  readonly bytes: number;
  readonly heard: readonly Heard[];
}

export interface HearOptions {
  readonly clock: Clock;
  /** How long it listens, µs. */
  readonly limitUs: number;
  /** It ends after this time already where nothing of the kind was heard, µs. */
  readonly quietUs: number;
  /** Ends it earlier. */
  readonly isEnough: (heard: readonly Heard[]) => boolean;
}

/** Where the sessions keep what a device said of itself. */
const identitySchema = z.looseObject({
  known: z.looseObject({ device: z.string().optional(), board: z.string().optional() }).nullish().catch(null),
  hello: z.looseObject({ digest: z.string().optional() }).nullish().catch(null),
  told: z.boolean().nullish().catch(null),
});

interface Run {
  readonly session: AnySession;
  state: unknown;
  isAttached: boolean;
  hasSpoken: boolean;
  readonly faults: Map<string, Readonly<Record<string, string | number>>>;
  readonly settled: Set<string>;
}

const LINK_WORDS: readonly string[] = ["attached", "fault", "fault-cleared", "gap"];

/**
 * Opens a port and has sessions listen to what comes, and ask what they ask: nothing else is written. It ends when the limit is over,
 * enough was heard or the port is lost, and closes the port. Rejects with PortError when the port cannot be opened.
 */
export async function hear(
  open: OpenPort,
  sessions: readonly AnySession[],
  options: HearOptions,
): Promise<Hearing> {
  const listener = new Listener(sessions, options);
  return listener.run(open);
}

class Listener {
  readonly #options: HearOptions;
  readonly #runs: readonly Run[];
  readonly #done = Promise.withResolvers<"over">();
  #port: BytePort | null = null;
  #isOver = false;
  #bytes = 0;
  #wake: Timer | null = null;
  /** What went out at this instant: sessions that ask the same are one question. */
  #sent: { readonly t: MonoUs; readonly texts: Set<string> } | null = null;

  constructor(sessions: readonly AnySession[], options: HearOptions) {
    this.#options = options;
    this.#runs = sessions.map((session) => ({
      session,
      state: session.initial(),
      isAttached: false,
      hasSpoken: false,
      faults: new Map(),
      settled: new Set(),
    }));
  }

  async run(open: OpenPort): Promise<Hearing> {
    const { clock, limitUs, quietUs } = this.#options;
    this.#port = await open({
      onBytes: (bytes, at) => {
        this.#bytes += bytes.length;
        this.#feed({ i: "bytes", t: at, bytes: toText(bytes) });
      },
      onLost: () => this.#end(),
    });
    const limit = clock.after(limitUs, "listening to a port", () => this.#end());
    const quiet = clock.after(quietUs, "silence of a port", () => {
      if (!this.#runs.map(heardOf).some(({ isAttached, number }) => isAttached || number !== null)) this.#end();
    });
    this.#feed({ i: "opened", t: clock.now() });
    await this.#done.promise;
    limit.cancel();
    quiet.cancel();
    await this.#port.close();
    return { bytes: this.#bytes, heard: this.#runs.map(heardOf) };
  }

  #end(): void {
    this.#isOver = true;
    this.#wake?.cancel();
    this.#done.resolve("over");
  }

  #feed(input: SessionInput): void {
    if (this.#isOver) return;
    for (const run of this.#runs) this.#step(run, input);
    if (this.#options.isEnough(this.#runs.map(heardOf))) this.#end();
    else this.#setWake();
  }

  #step(run: Run, input: SessionInput): void {
    const step = run.session.step(run.state, input);
    run.state = step.state;
    for (const seen of step.observations) note(run, seen);
    for (const bytes of step.writes) {
      this.#write(bytes, input.t);
      this.#step(run, { i: "sent", t: input.t, bytes });
    }
  }

  /** A write that fails ends in silence, or in the loss that the port reports. */
  #write(text: string, t: MonoUs): void {
    if (this.#sent?.t !== t) this.#sent = { t, texts: new Set() };
    if (this.#sent.texts.has(text)) return;
    this.#sent.texts.add(text);
    this.#port?.write(toBytes(text)).catch(() => undefined);
  }

  #setWake(): void {
    this.#wake?.cancel();
    const due = this.#runs.map(({ session, state }) => session.wakeAt(state)).filter((at) => at !== null);
    if (due.length === 0) return;
    const { clock } = this.#options;
    const inUs = Math.max(0, Math.min(...due) - clock.now()) + 1_000;
    this.#wake = clock.after(inUs, "session of a device", () => this.#feed({ i: "tick", t: clock.now() }));
  }
}

function note(run: Run, seen: { readonly o: string }): void {
  if (seen.o === "attached") run.isAttached = true;
  if (seen.o === "gap") run.isAttached = false;
  if (!LINK_WORDS.includes(seen.o)) run.hasSpoken = true;
  if (seen.o !== "fault" && seen.o !== "fault-cleared") return;
  const { code, detail = {} } = seen as unknown as {
    readonly code: string;
    readonly detail?: Readonly<Record<string, string | number>>;
  };
  run.settled.add(code);
  if (seen.o === "fault") run.faults.set(code, detail);
  else run.faults.delete(code);
}

function heardOf({ session, state, isAttached, hasSpoken, faults, settled }: Run): Heard {
  const read = identitySchema.safeParse(state);
  const { known, hello, told = null } = read.success ? read.data : { known: null, hello: null };
  const number = known?.device ?? known?.board ?? hello?.digest ?? null;
  return { device: session.device, isAttached, hasSpoken, faults, settled, told, number };
}

/** Firmata: report firmware. */
const WHO_ARE_YOU = Uint8Array.of(0xf0, 0x79, 0xf7);
/** An Arduino is reset when its port is opened, and its boot loader waits. */
const LIMIT_US = 5 * US_PER_S;
const AGAIN_US = US_PER_S / 2;

/** Whether the firmware of a table's panel answers. Rejects with PortError when the port cannot be opened. */
export async function isPanelThere(open: OpenPort, clock: Clock): Promise<boolean> {
  const reader = new FrameReader();
  const answer = Promise.withResolvers<boolean>();
  const port = await open({
    onBytes: (bytes) => {
      if (reader.parseBytes(bytes).some(({ kind }) => kind === "firmware")) answer.resolve(true);
    },
    onLost: () => answer.resolve(false),
  });
  const ask = (): void => void port.write(WHO_ARE_YOU).catch(() => undefined);
  const asking = clock.every(AGAIN_US, "who is the panel", ask);
  const limit = clock.after(LIMIT_US, "panel", () => answer.resolve(false));
  ask();
  const isThere = await answer.promise;
  asking.cancel();
  limit.cancel();
  await port.close();
  return isThere;
}
