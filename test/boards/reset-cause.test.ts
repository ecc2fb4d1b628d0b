import { expect, it } from "vitest";
import { addChecksum } from "../../drivers/link/numbered-line.ts";
import { encodeBootLine } from "../../drivers/boot-section/lines.ts";
import { AvrMachine, type ResetCause } from "../../hw-sim/boards/avr/machine.ts";
import { CYCLES_PER_MS, markedFlash, wholeImage } from "./flashing.ts";

/** The wheel board tells the cause of each reset, with its boot section before it as without. */

function board(): { readonly machine: AvrMachine; readonly run: (ms: number) => string } {
  const machine = new AvrMachine(markedFlash("wheel", wholeImage("wheel")), undefined, "boot");
  let said = "";
  machine.onByte = (byte) => (said += String.fromCharCode(byte));
  return {
    machine,
    run: (ms) => {
      said = "";
      machine.run(machine.cycles + ms * CYCLES_PER_MS);
      return said;
    },
  };
}

const causeIn = (said: string): string | undefined =>
  /^I 0000 \S+ \S+ \S+ roulette 37 \S+ (\w+)\*/m.exec(said)?.[1];
/** Longer than the board is looked at, and listens, before it runs. */
const START_MS = 200;

it("each cause, the first line after it as ever", () => {
  const { machine, run } = board();
  expect(causeIn(run(START_MS))).toBe("power");
  for (const cause of ["reset", "brownout", "watchdog", "reset", "power"] satisfies ResetCause[]) {
    machine.reset(cause);
    const said = run(START_MS);
    expect(said.slice(0, 7)).toBe("I 0000 ");
    expect(causeIn(said)).toBe(cause);
  }
});

it("a program that hangs is bitten, and says so", () => {
  const { machine, run } = board();
  run(START_MS);
  // The watchdog runs out while the boot section looks at the image, too: it is fed there.
  machine.reset("watchdog");
  machine.reset("watchdog");
  expect(causeIn(run(START_MS))).toBe("watchdog");
});

it("none of its own for a stay in the boot section that was asked for; the one before for another", () => {
  const { machine, run } = board();
  run(START_MS);
  machine.receive(`${addChecksum("U boot")}\n`);
  expect(run(START_MS)).toMatch(/^!/m);
  machine.receive(encodeBootLine({ r: "run" }));
  expect(causeIn(run(START_MS))).toBe("reset");
  machine.reset("watchdog");
  run(70);
  machine.receive(encodeBootLine({ r: "identify" }));
  expect(run(START_MS)).toMatch(/^!/);
  machine.receive(encodeBootLine({ r: "run" }));
  expect(causeIn(run(START_MS))).toBe("watchdog");
});
