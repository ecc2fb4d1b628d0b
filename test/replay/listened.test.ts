import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { contractLine } from "../../firmware/cli/evidence/contract.ts";
import { hearEntries } from "../../firmware/listen/hear-file.ts";
import { knownLines, type KnownLine } from "../../firmware/listen/known-lines.ts";
import { ListenedCapture } from "../../firmware/listen/listened-capture.ts";
import { newTableHead, replay } from "../../firmware/replay/replay.ts";
import { RELEASE } from "../../firmware/release.ts";
import { flatOptions } from "../../firmware/table/setup/families.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { LISTENED_FORMAT } from "../../src/recording/listened.ts";
import { monoUs, wallMs } from "../../src/time/instant.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cardEntries, sensorEntries, type PlayedEntries } from "../support/played-entries.ts";

/** What is heard at a table, kept as a capture, comes to what the table's own bytes come to; and a capture says which device it is of. */

let LINES: readonly KnownLine[];
beforeAll(async () => {
  LINES = await knownLines();
});

const PLAYED: readonly (readonly [device: string, kinds: readonly string[], played: () => PlayedEntries])[] = [
  ["sensor-board", ["result", "phase"], () => sensorEntries(2, "listened", "cl/ruleta-francesa")],
  ["tirada-shoe", ["phase"], () => cardEntries(1, "listened")],
];

describe.each(PLAYED)("%s", (device, kinds, play) => {
  it("is known by a capture, which replays to the same lines", async () => {
    const { setup, entries } = play();
    const heard = entries.filter((entry): entry is Extract<Entry, { port: string }> => "port" in entry);
    const serial = LINES.filter(({ kind }) => kind === "serial");
    const [port] = hearEntries(heard, serial, { showsFaces: false });
    expect(port?.listener.identified.line?.devices[0]).toBe(device);
    expect(port?.listener.identified.certainty).toBe("sure");

    const path = join(temporaryFolder(), "heard.jsonl");
    const capture = new ListenedCapture(path, {
      k: "listened",
      v: LISTENED_FORMAT,
      release: RELEASE,
      device,
      protocol: null,
      baud: 115_200,
      name: "/dev/serial/by-id/usb",
      wall: wallMs(0),
      table: {
        rulebook: setup.rulebook,
        device: setup.devices.device,
        options: flatOptions(setup),
        houseRules: [],
      },
    });
    for (const entry of heard) expect(capture.add(entry)).toBe(true);
    const end = heard.at(-1)?.t ?? monoUs(0);
    capture.end(end, "listening ended");

    const open: Entry = { k: "auto-open", t: heard[0]?.t ?? monoUs(0) };
    const bytes = {
      own: null,
      notes: [],
      entries: [open, ...heard, { k: "end", t: end, why: "listening ended" } as const],
    };
    const lines = [...replay(bytes, setup, newTableHead(setup, RELEASE, []))].flatMap(
      (record) => contractLine(record, setup.rulebook, setup.pack) ?? [],
    );
    const { status, stdout } = await commandHere(["replay", path, "--json"]);
    expect(status).toBe(0);
    expect(stdout.trimEnd().split("\n")).toEqual(lines);
    const said = new Set(lines.map((line) => (JSON.parse(line) as { kind: string }).kind));
    for (const kind of kinds) expect(said).toContain(kind);
  });
});
