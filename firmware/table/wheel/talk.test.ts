import { describe, expect, it } from "vitest";
import type { PortEvents } from "../../../drivers/port.ts";
import { toBytes, toText } from "../../../src/recording/codec.ts";
import { fakeClock, type FakeClock } from "../../../src/time/fake-clock.ts";
import { WheelTalk } from "./talk.ts";

/** An SS2 on a port, in simulated time: it answers after 50 ms, and sends status lines while bit 128 of its mode is on. */
class FakeWheel {
  readonly heard: string[] = [];
  readonly held: Record<string, string> = { m: "1.5", h: "60" };
  mode = 1_159;
  state = 6;
  events: PortEvents | null = null;
  readonly clock: FakeClock;

  constructor(clock: FakeClock) {
    this.clock = clock;
    clock.every(500_000, "wheel", () => {
      if ((this.mode & 128) !== 0) this.send(this.status());
    });
  }

  status(): string {
    return `*X;${this.state};001;  ;0;000;0`;
  }

  open = (events: PortEvents): ReturnType<Parameters<typeof WheelTalk.open>[0]> => {
    this.events = events;
    this.send("");
    return Promise.resolve({
      name: "fake",
      write: (bytes) => {
        const line = toText(bytes).trimEnd();
        this.heard.push(line);
        this.clock.after(50_000, "answer", () => this.send(this.#answerTo(line)));
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    });
  };

  send(line: string): void {
    this.events?.onBytes(toBytes(`${line}\r\n`), this.clock.now());
  }

  #answerTo(line: string): string {
    if (line === "*X") return this.status();
    if (line === "*F") return this.state === 6 ? "*F 0" : "*F NO";
    const [, bits] = /^\*o (\d+)$/.exec(line) ?? [];
    if (bits !== undefined) this.mode = Number(bits);
    if (line.startsWith("*o")) return `*o ${this.mode}`;
    const [, letter = "", value] = /^\*T (\w)(?: (.*))?$/.exec(line) ?? [];
    if (letter === "") return `${line.slice(0, 2)} NO`;
    if (value !== undefined) this.held[letter] = value;
    return letter === letter.toUpperCase()
      ? `*T ${letter.toLowerCase()} ${this.held[letter.toLowerCase()]}`
      : "*T OK";
  }
}

async function talking(change: Partial<Pick<FakeWheel, "mode" | "state">> = {}) {
  const clock = fakeClock(1_000_000);
  const wheel = Object.assign(new FakeWheel(clock), change);
  const talk = await WheelTalk.open(wheel.open, clock);
  /** What a question comes to, within 20 s. */
  const until = async <T>(asked: Promise<T>): Promise<T> => {
    await clock.advanceSettling(20_000_000);
    return asked;
  };
  return { wheel, talk, until };
}

describe("a technician's conversation with an SS2", () => {
  it("knows the wheel's state from its status lines, and sets a parameter with read-back", async () => {
    const { wheel, talk, until } = await talking();
    expect(await until(talk.wheelState())).toBe(6);
    expect(wheel.heard).toEqual([]);
    expect(await until(talk.set({ letter: "m", values: [20], confirmed: true }))).toMatchObject({
      end: "set",
      now: "2.0",
    });
    expect(wheel.heard).toEqual(["*T m 2.0", "*T M", "*T f", "*T M"]);
  });

  it("asks a wheel that sends no status lines for its state, so that they can be switched on", async () => {
    const { wheel, talk, until } = await talking({ mode: 1_031 });
    expect(await until(talk.wheelState())).toBe(6);
    // At once, as the command does: a state is true for two seconds.
    const set = talk.wheelState().then(() => talk.ask({ c: "set-mode", bits: 1_159 }));
    expect(await until(set)).toMatchObject({ ended: "not-sent", why: "state-unknown" });
    const other = await talking({ mode: 1_031 });
    const asked = other.talk.wheelState().then(() => other.talk.ask({ c: "set-mode", bits: 1_159 }));
    expect(await other.until(asked)).toMatchObject({ ended: "answered" });
    expect(other.wheel.heard).toEqual(["*X", "*o 1159"]);
    expect(wheel.heard).toEqual(["*X"]);
  });

  it("says that a wheel is not there", async () => {
    const { wheel, talk, until } = await talking();
    wheel.open = () => Promise.reject(new Error("never"));
    wheel.events = null;
    expect(await until(talk.wheelState())).toBeNull();
    expect(await until(talk.ask({ c: "read-mode" }))).toMatchObject({ ended: "timed-out", attempts: 3 });
    expect(await until(talk.ask({ c: "self-test" }))).toMatchObject({
      ended: "not-sent",
      why: "state-unknown",
    });
  });

  it("has the wheel test itself only when it is idle, and ends what it asks with the port", async () => {
    const { talk, until } = await talking();
    expect(await until(talk.wheelState().then(() => talk.ask({ c: "self-test" })))).toMatchObject({
      ended: "answered",
      replies: [{ code: 0 }],
    });
    const busy = await talking({ state: 4 });
    expect(
      await busy.until(busy.talk.wheelState().then(() => busy.talk.ask({ c: "self-test" }))),
    ).toMatchObject({
      ended: "not-sent",
      say: "*F not sent: the wheel is in state 4, it works only in 6",
    });
    const asked = busy.talk.ask({ c: "read-mode" });
    busy.wheel.events?.onLost({ why: "unplugged", detail: "the device disappeared" }, busy.wheel.clock.now());
    expect(await asked).toMatchObject({ ended: "lost", why: "the device disappeared" });
  });
});
