import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { type OpenPort, type PortEvents, PortError } from "../port.ts";
import { keepPort, type KeeperListener, type PortKeeper } from "./port-keeper.ts";
import { openSerial } from "./serial.ts";

/** No jitter: the waits are exactly the given ones. */
const STEADY: RandomSource = { ...randomFrom("steady"), below: () => 0 };

interface Harness {
  readonly clock: FakeClock;
  readonly said: string[];
  readonly written: string[];
  readonly keeper: PortKeeper;
  /** The events of every connection, the newest last. */
  readonly connections: PortEvents[];
  /** When an open was tried, µs. */
  readonly opens: readonly number[];
}

function listener(texts: string[], now: () => number): KeeperListener {
  return {
    onOpened: (name, tries) => texts.push(`${now() / 1_000} opened ${name} after ${tries}`),
    onBytes: (bytes) => texts.push(`bytes ${Buffer.from(bytes).toString("latin1")}`),
    onLost: (loss) => texts.push(`${now() / 1_000} lost ${loss.why}`),
    onMissing: ({ code, tries }) => texts.push(`${now() / 1_000} missing ${code} ${tries}`),
  };
}

function bench(outcomes: ("ok" | PortError)[], random: RandomSource = STEADY): Harness {
  const clock = fakeClock();
  const texts: string[] = [];
  const written: string[] = [];
  const connections: PortEvents[] = [];
  const opens: number[] = [];
  const open: OpenPort = (events) => {
    opens.push(clock.now());
    const outcome = outcomes.shift() ?? "ok";
    if (outcome !== "ok") return Promise.reject(outcome);
    const number = connections.push(events);
    return Promise.resolve({
      name: `port ${number}`,
      write: (bytes) =>
        Promise.resolve(void written.push(`${number}:${Buffer.from(bytes).toString("latin1")}`)),
      close: () => {
        events.onLost({ why: "closed", detail: "" }, clock.now());
        return Promise.resolve();
      },
    });
  };
  const keeper = keepPort({ open, clock, random: random, listener: listener(texts, () => clock.now()) });
  return {
    clock,
    said: texts,
    written,
    keeper,
    connections,
    opens,
  };
}

const missing = new PortError("missing", "no device");
const busy = new PortError("busy", "taken");
const unplugged = { why: "unplugged", detail: "gone" } as const;

it("opens at once and passes bytes on", async () => {
  const { clock, said: texts, connections } = bench(["ok"]);
  await clock.advanceSettling(0);
  connections[0]?.onBytes(Buffer.from("*X"), clock.now());
  expect(texts).toEqual(["0 opened port 1 after 1", "bytes *X"]);
});

it("backs off 250 ms, 500 ms, 1 s, 2 s, then 5 s for ever, and tells each reason once", async () => {
  const { clock, said: texts, opens } = bench([missing, missing, missing, busy, busy, missing, missing, "ok"]);
  await clock.advanceSettling(60_000_000);
  expect(opens.map((us) => us / 1_000)).toEqual([0, 250, 750, 1_750, 3_750, 8_750, 13_750, 18_750]);
  expect(texts).toEqual([
    "0 missing missing 1",
    "1750 missing busy 4",
    "8750 missing missing 6",
    "18750 opened port 1 after 8",
  ]);
});

it("lengthens the waits by chance, the same from the same seed", async () => {
  const run = async (seed: string): Promise<readonly number[]> => {
    const { clock, opens } = bench(Array<PortError>(8).fill(missing), randomFrom(seed));
    await clock.advanceSettling(60_000_000);
    return opens;
  };
  const waits = (await run("a"))
    .slice(0, 7)
    .map((at, i, all) => at - (all[i - 1] ?? 0))
    .slice(1);
  for (const [i, base] of [250, 500, 1_000, 2_000, 5_000, 5_000].entries()) {
    expect(waits[i]).toBeGreaterThanOrEqual(base * 1_000);
    expect(waits[i]).toBeLessThan(base * 1_250);
  }
  expect(await run("a")).toEqual(await run("a"));
  expect(await run("a")).not.toEqual(await run("b"));
});

it("makes a new connection after a loss; writes go to the live one only", async () => {
  const { clock, said: texts, written, keeper, connections } = bench([]);
  await clock.advanceSettling(0);
  await keeper.write(Buffer.from("a"));
  clock.advance(10_000_000);
  connections[0]?.onLost(unplugged, clock.now());
  await expect(keeper.write(Buffer.from("late"))).rejects.toThrow("not open");
  await clock.advanceSettling(250_000);
  await keeper.write(Buffer.from("b"));
  expect(written).toEqual(["1:a", "2:b"]);
  expect(texts).toEqual(["0 opened port 1 after 1", "10000 lost unplugged", "10250 opened port 2 after 1"]);
});

it("keeps backing off while a port opens and is lost at once, and starts anew after one that held", async () => {
  const { clock, connections, opens } = bench([]);
  for (const wait of [250, 500, 1_000]) {
    await clock.advanceSettling(0);
    connections.at(-1)?.onLost(unplugged, clock.now());
    await clock.advanceSettling(wait * 1_000 - 1);
    expect(connections).toHaveLength([250, 500, 1_000].indexOf(wait) + 1);
    await clock.advanceSettling(1);
  }
  await clock.advanceSettling(5_000_000);
  connections.at(-1)?.onLost(unplugged, clock.now());
  await clock.advanceSettling(250_000);
  expect(opens).toHaveLength(5);
});

it("reopens when asked", async () => {
  const { clock, said: texts, keeper } = bench([]);
  await clock.advanceSettling(0);
  await keeper.reopen({ why: "silent", detail: "nothing came for 10 s" });
  await clock.advanceSettling(250_000);
  expect(texts).toEqual(["0 opened port 1 after 1", "0 lost silent", "250 opened port 2 after 1"]);
  await keeper.stop();
  expect(texts.at(-1)).toBe("250 lost closed");
});

it("stops cleanly: while open, while waiting, and while opening", async () => {
  const whileOpen = bench([]);
  await whileOpen.clock.advanceSettling(0);
  await whileOpen.keeper.stop();
  await whileOpen.clock.advanceSettling(60_000_000);
  expect(whileOpen.said).toEqual(["0 opened port 1 after 1", "0 lost closed"]);
  const whileWaiting = bench([missing]);
  await whileWaiting.clock.advanceSettling(0);
  await whileWaiting.keeper.stop();
  await whileWaiting.clock.advanceSettling(60_000_000);
  expect(whileWaiting.opens).toEqual([0]);
  expect(whileWaiting.clock.waiting()).toEqual([]);
  const whileOpening = bench([]);
  await whileOpening.keeper.stop();
  expect(whileOpening.said).toEqual([]);
  await expect(whileOpening.keeper.write(Buffer.from("x"))).rejects.toThrow("not open");
});

it("follows a real terminal through unplugging and replugging", async () => {
  const dir = await mkdtemp(join(tmpdir(), "keeper-"));
  const path = join(dir, "wheel");
  let fromHost = "";
  const pty = await openPty({ path, onBytes: (bytes) => (fromHost += Buffer.from(bytes).toString("latin1")) });
  const clock = systemClock();
  const texts: string[] = [];
  const keeper = keepPort({
    open: openSerial({ path, clock, lockDir: join(dir, "lock") }),
    clock,
    random: randomFrom("keeper"),
    listener: listener(texts, () => 0),
    backOffUs: [50_000],
  });
  await vi.waitFor(() => expect(texts).toEqual([`0 opened ${path} after 1`]), 10_000);
  await pty.unplug();
  await vi.waitFor(() => expect(texts.slice(1)).toEqual(["0 lost unplugged", "0 missing missing 1"]), 10_000);
  await pty.replug();
  await vi.waitFor(() => expect(texts[3]).toMatch(/opened/), 10_000);
  await keeper.write(Buffer.from("*X\r\n"));
  await pty.write("*X;2\r\n");
  await vi.waitFor(() => expect(fromHost).toBe("*X\r\n"), 10_000);
  await vi.waitFor(() => expect(texts.slice(4).join("")).toBe("bytes *X;2\r\n"), 10_000);
  await keeper.stop();
  await pty.close();
  await rm(dir, { recursive: true });
});
