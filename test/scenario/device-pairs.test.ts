import { describe, expect, it } from "vitest";
import type { OpenPort } from "../../drivers/port.ts";
import { DEVICES } from "../../firmware/table/config/devices.ts";
import type { Slot } from "../../firmware/care/first-setup/draft.ts";
import { tryAddress, type Candidate } from "../../firmware/care/first-setup/find-devices.ts";
import { tellingDevices } from "../../firmware/care/first-setup/other-devices.ts";
import type { AnySession } from "../../firmware/table/setup/unit-family.ts";
import { loadDevices } from "../../firmware/table/setup/load-families.ts";
import { healthUnder, refusesResults } from "../../src/codes/faults.ts";
import { toBytes, toText } from "../../src/recording/codec.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import {
  steppedBoard,
  steppedCage,
  steppedCup,
  steppedMercury,
  steppedShoe,
  steppedSs2,
  type SteppedDevice,
} from "../support/ported-devices.ts";
import { ALL } from "../support/volume.ts";

/** Every device in every protocol, configured where every device in every protocol is plugged in. Time is simulated. */

interface Plugged {
  readonly name: string;
  readonly baud: number;
  readonly make: () => SteppedDevice;
  /** It tells what it is, also to somebody who expects another device. */
  readonly tells: boolean;
}

const ss2 = { name: "cammegh-ss2", baud: 9_600, make: () => steppedSs2(), tells: true };
const PLUGGED: readonly Plugged[] = [
  ss2,
  { ...ss2, name: "cammegh-ss2 that does not answer", tells: false, make: () => deaf(steppedSs2()) },
  ...(["extended", "advanced", "basic"] as const).map((protocol) => ({
    name: `cammegh-mercury-360 ${protocol}`,
    baud: 9_600,
    tells: true,
    make: () => steppedMercury(protocol),
  })),
  {
    name: "cammegh-mercury-360 advanced that does not answer",
    baud: 9_600,
    tells: false,
    make: () => deaf(steppedMercury()),
  },
  { name: "sensor-board", baud: 115_200, make: () => steppedBoard(7), tells: true },
  { name: "tirada-shoe", baud: 115_200, make: () => steppedShoe(7, 8), tells: true },
  { name: "cage", baud: 115_200, make: () => steppedCage(7), tells: true },
  { name: "cup-switch", baud: 115_200, make: () => steppedCup(7), tells: true },
  { name: "nothing", baud: 9_600, make: () => ({ step: () => ({ bytes: "" }) }), tells: false },
];

function deaf(device: SteppedDevice): SteppedDevice {
  return { step: (us) => device.step(us, "") };
}

await loadDevices(DEVICES.map(({ name }) => name));
const WANTED = tellingDevices().map(({ session, protocol, baudRate }) => ({
  session,
  protocol,
  baudRate,
  name: protocol === null ? session.device : `${session.device} ${protocol}`,
}));

const STEP_US = 50 * US_PER_MS;
/** A device that was switched on a while ago. */
const ON_US = 8 * US_PER_S;

/** A port of a device, at any speed: at another one than its own nothing of it is understood. */
function portsOf({ make, baud }: Plugged, clock: FakeClock): (path: string, baudRate: number) => OpenPort {
  const device = make();
  device.step(ON_US, "");
  return (path, baudRate) => (events) => {
    const isRight = baudRate === baud;
    let host = "";
    const timer = clock.every(STEP_US, "device on a line", () => {
      const { bytes } = device.step(clock.now() + ON_US, isRight ? host : "");
      host = "";
      if (bytes !== "") events.onBytes(toBytes(isRight ? bytes : bytes.replaceAll(/./gs, "\xfe")), clock.now());
    });
    return Promise.resolve({
      name: path,
      write: (bytes) => {
        host += toText(bytes);
        return Promise.resolve();
      },
      close: () => {
        timer.cancel();
        return Promise.resolve();
      },
    });
  };
}

async function search(wanted: (typeof WANTED)[number], plugged: Plugged): Promise<Candidate> {
  const clock = fakeClock();
  const { session, baudRate } = wanted;
  const slot: Slot = {
    name: "wheel",
    path: ["wheel"],
    device: session.device,
    kinds: ["serial"],
    given: null,
  };
  const found: Candidate[] = [];
  void tryAddress(
    {
      slot,
      kind: "serial",
      session,
      camera: null,
      open: null,
      baudRate,
      clock,
      taken: [],
      language: "en",
      serial: portsOf(plugged, clock),
      folders: { ports: "", cameras: "" },
      grant: () => undefined,
    },
    "/dev/serial/by-id/one",
  ).then((one) => found.push(one));
  for (let s = 0; s < 60 && found.length === 0; s++) await clock.advanceSettling(US_PER_S);
  const [one] = found;
  if (one === undefined) throw new Error("the search did not end");
  return one;
}

/** Faults that stand after a minute of a table that is open with this device. */
async function faultsOf({ session, baudRate }: (typeof WANTED)[number], plugged: Plugged): Promise<string[]> {
  const clock = fakeClock();
  const running = new Running(session);
  const port = await portsOf(plugged, clock)("/dev/one", baudRate)({
    onBytes: (bytes, t) => running.feed({ i: "bytes", t, bytes: toText(bytes) }),
    onLost: () => undefined,
  });
  running.write = (bytes) => void port.write(toBytes(bytes));
  running.feed({ i: "opened", t: clock.now() });
  for (let ms = 0; ms < 60_000; ms += 50) {
    clock.advance(STEP_US);
    running.feed({ i: "tick", t: clock.now() });
  }
  return [...running.faults].toSorted();
}

class Running {
  readonly #session: AnySession;
  #state: unknown;
  readonly faults = new Set<string>();
  write: (bytes: string) => void = () => undefined;

  constructor(session: AnySession) {
    this.#session = session;
    this.#state = session.initial();
  }

  feed(input: Parameters<AnySession["step"]>[1]): void {
    const { state, observations, writes } = this.#session.step(this.#state, input);
    this.#state = state;
    for (const seen of observations as readonly { readonly o: string; readonly code?: string }[]) {
      if (seen.o === "fault" && seen.code !== undefined) this.faults.add(seen.code);
      if (seen.o === "fault-cleared" && seen.code !== undefined) this.faults.delete(seen.code);
    }
    for (const bytes of writes) {
      this.write(bytes);
      this.feed({ i: "sent", t: input.t, bytes });
    }
  }
}

const isWarned = (faults: readonly string[]): boolean =>
  healthUnder(faults) !== "ok" ||
  faults.some((code) => refusesResults(code) || code === "wheel-setup" || code === "line-noise");

/** The two wheels whose lines are alike, and one device of each other family; all in the longer loops. */
const CHOSEN = ALL ? WANTED : WANTED.filter(({ name }) => /ss2|mercury|tirada-shoe|cage/.test(name));

describe.each(CHOSEN)("where $name is configured", (wanted) => {
  it("the search takes it alone, by what it said, and names what else stands there", async () => {
    for (const plugged of PLUGGED) {
      const { is, says } = await search(wanted, plugged);
      const at = `${plugged.name}: ${is}, ${says}`;
      if (plugged.name === wanted.name)
        expect(at).toMatch(/: (?:right|unfit, tirada-shoe 00000007 does not fit)/);
      else expect(at).not.toContain(": right,");
      const [device = ""] = plugged.name.split(" ");
      if (plugged.tells) expect(at.slice(plugged.name.length)).toContain(device);
      else if (is !== "none") expect.fail(at);
    }
  });

  it("a table that was started with something else says so", async () => {
    for (const plugged of PLUGGED) {
      const faults = await faultsOf(wanted, plugged);
      const at = `${plugged.name}: ${faults.join(", ")}`;
      if (plugged.name === wanted.name) expect(at).not.toMatch(/wheel-other|garbled|silent|line-noise/);
      else expect([at, isWarned(faults)]).toEqual([at, true]);
    }
  });
});
