import { expect, it, onTestFinished } from "vitest";
import { parseConfig, type Config } from "../../firmware/table/config/config.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { playedRecords } from "./played-records.ts";
import { startPreview } from "./server.ts";
import { statesOf } from "./states.ts";

const ROUNDS = 12;

it("has a state for each thing that stands on a display, with the words of the configuration", async () => {
  const { pack, name: rulebook } = loadPack("es-cb/punto-y-banca");
  const records = await playedRecords(pack, rulebook, ROUNDS);
  const states = statesOf(records, {
    pack,
    rulebook,
    houseRules: [],
    table: "Mesa de la prueba",
    log: "a.example/b/test",
    languages: ["gl", "es"],
    test: true,
  });
  const names = states.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(["betting", "result", "out-of-service", "disconnected"]));
  expect(states.filter(({ isHeard }) => !isHeard).map(({ name }) => name)).toEqual(["disconnected"]);
  for (const { name, view } of states) {
    expect(view).toMatchObject({ table: "Mesa de la prueba", languages: ["gl", "es"], test: true });
    if (name.startsWith("result")) expect(view.verdict?.certificate.qr).toMatch(/TEST|test/i);
  }
  expect(states.find(({ name }) => name === "out-of-service")?.view.verdict).toBeNull();
});

it("refuses a game that the simulator cannot play, with its name", async () => {
  const { pack, name } = loadPack("cl/baccarat");
  const dealtByHand = { ...pack, game: "unheard-of" } as typeof pack;
  await expect(playedRecords(dealtByHand, name, 1)).rejects.toThrow(/cannot play cl\/unheard-of/);
});

it("serves the table's own pages in frames of its own, and takes no key and no storage", async () => {
  const read = parseConfig(
    `table: { name: T, log: a.example/b, rulebook: es-cb/sic-bo, languages: [es, en] }
dice: { eye: { device: tirada-eye, path: /dev/nowhere } }
storage: { folder: /nowhere/at/all }
format: 4
display: { house: { name: Casino, idle: { minutes: 10 } } }
`,
    "table.yaml",
  );
  const config = (read.ok ? read.config : null) as Config;
  const preview = await startPreview({
    config,
    folder: "/nowhere",
    clock: fakeClock(1_000),
    host: "127.0.0.1",
    port: 0,
    say: () => undefined,
  });
  onTestFinished(() => preview.close());
  expect(preview.contents.table).toBe("T");
  expect(preview.contents.rulebook).toMatch(/^es-cb\/sic-bo@/);
  expect(preview.contents.states).toContain("result");
  expect(preview.contents.screens.map(({ name }) => name)).not.toContain("seat");
  const policy = async (path: string): Promise<string | null> =>
    (await fetch(new URL(path, preview.url))).headers.get("content-security-policy");
  for (const path of ["/", "/control", "/preview"])
    expect(await policy(path)).toMatch(/frame-ancestors 'self'; frame-src 'self'$/);
  expect((await fetch(new URL("/certificate/1", preview.url))).status).toBe(404);
  // The pages of the people of the house, of phones, and an idle table.
  const { screens, states, codes } = preview.contents;
  expect(screens.map(({ name }) => name)).toEqual(expect.arrayContaining(["technician", "analysis", "phone"]));
  expect(states).toContain("idle");
  const json = async (path: string): Promise<unknown> => (await fetch(new URL(path, preview.url))).json();
  expect(await json("/house?state=idle")).toMatchObject({ house: { name: "Casino", idle: { minutes: 0 } } });
  expect(await json("/house?state=result")).toMatchObject({ house: { idle: { minutes: 10 } } });
  expect(await json("/analysis/data")).toMatchObject({ state: "done", report: { mode: "test" } });
  expect(await json("/technician/data")).toMatchObject({ data: { log: "a.example/b/test" } });
  expect(await json("/technician/faults")).toMatchObject({ faults: expect.any(Array) as unknown });
  const [, seq = "", short = ""] = /^#(\d+)\.([0-9a-f]{8})$/.exec(codes["result"] ?? "") ?? [];
  expect(await json(`/phone/record/${seq}/${short}?lang=en`)).toMatchObject({ table: "T", kind: "result" });
  expect((await fetch(new URL("/phone", preview.url))).status).toBe(200);
});
