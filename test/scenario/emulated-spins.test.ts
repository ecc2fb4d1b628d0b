import type { Sent } from "../../hw-sim/lines/sent.ts";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openSerial } from "../../drivers/transport/serial.ts";
import { PROFILES } from "../../hw-sim/sim/profiles.ts";
import type { SimTable } from "../../hw-sim/sim/table.ts";
import { simulatedTable } from "../../hw-sim/sim/wheels.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { sampleOfRun, volume } from "../support/volume.ts";
import { resultText } from "../../src/table/every-family/results.ts";

/**
 * The board's real firmware in the loop: physics on its emulated pins, its bytes through a pseudo-terminal and the
 * product's own serial port, judged; and the same seeds on the fast board. `TIRADA_EMULATED_SPINS` for longer runs.
 */
const SPINS = Number(process.env["TIRADA_EMULATED_SPINS"] ?? volume(4, 10));
/** One of them in a run, since the emulated board takes four seconds a spin. */
const SEEDS = sampleOfRun(["pairs-1", "pairs-2"], 1, "emulated spins");
const RULEBOOK = "cl/ruleta-francesa";

/** A verdict in one line; times differ by microseconds between the boards and are not part of it. */
function reportedOf(body: RecordBody): string[] {
  switch (body.kind) {
    case "result":
      return [
        `${body.round} ${resultText(body.result)} ${body.certainty.level} ${body.certainty.because.join(" ")}`,
      ];
    case "void":
      return [`${body.round} void ${body.reasons.map((reason) => reason.rule).join(" ")}`];
    case "undecided":
      return [`${body.round} undecided ${body.because.join(" ")}`];
    case "aborted":
      return [`${body.round} aborted ${body.cause}`];
    default:
      return [];
  }
}

type Carry = (sent: readonly Sent[]) => Promise<readonly Sent[]>;

async function play(table: SimTable, spins: number, carry: Carry): Promise<string[]> {
  const verdicts: string[] = [];
  for (let ended = 0; ended < spins;) {
    table.deliver(await carry(table.advance()));
    const { records, truth } = table.drain();
    ended += truth.length;
    verdicts.push(...records.flatMap(({ body }) => reportedOf(body)));
  }
  return verdicts;
}

/** A pseudo-terminal with the product's port at its other end: what went in must come out before it is judged. */
async function cable(): Promise<Carry> {
  const folder = temporaryFolder();
  const pty = await openPty({ path: join(folder, "board") });
  onTestFinished(() => pty.close());
  let heard = "";
  const open = openSerial({
    path: pty.path,
    baudRate: 115_200,
    clock: systemClock(),
    lockDir: join(folder, "lock"),
  });
  const port = await open({
    onBytes: (bytes) => (heard += Buffer.from(bytes).toString("latin1")),
    onLost: () => undefined,
  });
  onTestFinished(() => port.close());
  return async (sent) => {
    const all = sent.map(({ bytes }) => bytes).join("");
    if (all === "") return sent;
    heard = "";
    await pty.write(Buffer.from(all, "latin1"));
    await vi.waitFor(
      () => {
        if (heard.length < all.length) throw new Error(`${heard.length} of ${all.length} bytes came through`);
      },
      { timeout: 30_000, interval: 1 },
    );
    let from = 0;
    return sent.map(({ us, bytes }) => ({ us, bytes: heard.slice(from, (from += bytes.length)) }));
  };
}

it.each(SEEDS)(
  `${SPINS} spins of seed %s: the emulated board on a pseudo-terminal and the fast board lead to the same verdicts`,
  async (seed) => {
    // Noise hits whole lines, and the boards cut the same edges into different ones: it has tests of its own.
    const options = { rulebook: RULEBOOK, seed, profile: PROFILES.rough, quietLine: true };
    const emulated = await play(simulatedTable({ ...options, board: "emulated" }), SPINS, await cable());
    const fast = await play(simulatedTable({ ...options, board: "fast" }), SPINS, (sent) =>
      Promise.resolve(sent),
    );
    expect(emulated.length).toBeGreaterThanOrEqual(SPINS / 2);
    expect(emulated).toEqual(fast);
  },
  60_000 + SPINS * 10_000,
);
