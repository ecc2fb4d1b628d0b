import { expect, it, onTestFinished } from "vitest";
import { keepPort } from "../../drivers/transport/port-keeper.ts";
import type { PortEvents } from "../../drivers/port.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { unitHere, type UnitHere } from "../../test/support/unit-here.ts";
import { toBytes } from "../../src/recording/codec.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { tableSetup, type TableSetup } from "../table/setup/table-setup.ts";

/** A table on ports of which each connection is kept, so that a test can speak through the newest one. */
async function tableWith(setup: TableSetup) {
  const clock = fakeClock(1_000_000);
  const connections: PortEvents[] = [];
  const here: UnitHere = await unitHere(temporaryFolder(), setup, undefined, {
    clock,
    keep: (_, listener) =>
      keepPort({
        clock,
        random: randomFrom("ports"),
        listener,
        open: (events) => {
          connections.push(events);
          const close = (): Promise<void> => {
            events.onLost({ why: "closed", detail: "closed" }, clock.now());
            return Promise.resolve();
          };
          return Promise.resolve({ name: "/dev/wheel", write: () => Promise.resolve(), close });
        },
      }),
  });
  onTestFinished(() => here.kill());
  const seconds = (count: number): Promise<void> => clock.advanceSettling(count * US_PER_S);
  /** It speaks, twice a second, for so many seconds. */
  const speaks = async (count: number, line: string): Promise<void> => {
    for (let n = 0; n < 2 * count; n++) {
      connections.at(-1)?.onBytes(toBytes(line), clock.now());
      await seconds(0.5);
    }
  };
  await seconds(0);
  return { here, opens: () => connections.length, seconds, speaks };
}

const STATUS = "*X;2;007;17;0;165;0\r\n";

it("the port of a wheel that must talk is opened anew after ten seconds of silence, then in growing waits, each a record", async () => {
  const { here, opens, seconds, speaks } = await tableWith(
    tableSetup("cl/ruleta-francesa", "cammegh-ss2", [], {}),
  );
  await speaks(5, STATUS);
  await seconds(8);
  expect(opens()).toBe(1);
  await seconds(6);
  expect(opens()).toBe(2);
  const found = (): readonly string[] =>
    here.bodies.flatMap((body) =>
      body.kind === "fault" && body.device === "wheel"
        ? [`${body.code} ${JSON.stringify(body.detail)}`]
        : body.kind === "fault-cleared" && body.device === "wheel"
          ? [`${body.code} over`]
          : [],
    );
  expect(found()).toContain('port-gone {"why":"silent"}');
  expect(here.notices).toContain("wheel: nothing came for 10 s: the port is opened anew");
  await seconds(15);
  expect(opens()).toBe(2);
  await seconds(10);
  expect(opens()).toBe(3);
  await seconds(3_600);
  expect(opens()).toBe(9);
  // Once it talks again nothing stands, and the next silence begins from the start.
  await speaks(5, STATUS);
  expect(found().at(-1)).toBe("device-silent over");
  await seconds(14);
  expect(opens()).toBe(10);
});

it("a wheel that may be silent is left alone", async () => {
  const { opens, seconds } = await tableWith(
    tableSetup("cl/ruleta-francesa", "cammegh-mercury-360", [], { protocol: "basic" }),
  );
  await seconds(3_600);
  expect(opens()).toBe(1);
});
