import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { freePortHere } from "../support/free-port.ts";
import { steppedShoe } from "../support/ported-devices.ts";
import { until } from "../support/screen-line.ts";
import { setupBench } from "../support/setup-bench.ts";
import { atTerminal } from "../support/typed-terminal.ts";

/** A technician sets a table up at a terminal: errs, types ahead, leaves and comes back. */

describe("at a terminal", () => {
  it("asks a step at a time, refuses what is wrong, stops at Ctrl-C and goes on", async () => {
    const here = setupBench();
    await here.plug("usb-Shoe_1", steppedShoe(0xabcd, 8));
    const other = await here.plug("usb-Shoe_2", steppedShoe(0x1234, 8));
    const first = atTerminal(["setup", ...here.words]);
    const answer = async (to: typeof first, question: string, line: string): Promise<void> => {
      await to.reads(question);
      await to.reads("> ");
      to.type(line);
    };
    const port = await freePortHere();
    await answer(first, "Which jurisdiction?", "Chile");
    await answer(first, "Which game?", "poker");
    await first.reads("no such one");
    await answer(first, "Which game?", "punto-y-bnca");
    await first.reads("did you mean punto-y-banca?");
    // A pasted block: its first line answers, and no other one, which the questions behind it would refuse.
    const refused = (): number => first.shown().split("✗").length;
    const before = refused();
    await answer(
      first,
      "Which game?",
      "Punto y Banca\nruleta-francesa\nMesa 7\ntirada.example/c/table-07\nhalf a li",
    );
    await answer(first, "Which edition", "");
    await first.reads("Which readings of the law");
    expect(refused()).toBe(before);
    await first.reads("> ");
    first.type("mine");
    await first.reads("cannot be adopted");
    await answer(first, "Which readings of the law", "");
    await answer(first, "Name of the table", "Mesa \u202e7");
    await first.reads("characters that nobody sees");
    await answer(first, "Name of the table", "Mesa 7");
    await answer(first, "Name of its signed log", "Mesa");
    await first.reads("must look like");
    await answer(first, "Name of its signed log", "tirada.example/casino-1/table-07");
    // Whatever is not yes is not no.
    await answer(first, "tests", "yes, for tests");
    await first.reads("write yes or no");
    await answer(first, "tests", "n");
    await answer(first, "Time zone", "Santiago");
    await first.reads("✗ Santiago");
    await answer(first, "Time zone", "America/Punta_Arenas");
    const other8470 = createServer().listen(port + 1, "127.0.0.1");
    onTestFinished(() => void other8470.close());
    await answer(first, "Port of this machine", String(port + 1));
    await first.reads("is taken by another program");
    await answer(first, "Port of this machine", String(port));
    await first.reads("Which device");
    first.interrupt();
    // socat says of a program that a signal or 130 ended only that it did.
    expect(await first.ended).not.toBe(0);
    expect(first.shown()).toContain("tirada: stopped; what was right is in");
    const again = atTerminal(["setup", ...here.words]);
    await again.reads("Rulebook: was done already");
    await answer(again, "Which device", "tirada-shoe");
    await answer(again, "How many decks?", "8");
    await answer(again, "Further keys", "");
    await answer(again, "panel", "n");
    await answer(again, "Several that are alike answer", "2");
    await answer(again, "Name of a person", "Ana");
    await answer(again, "Their role", "jefe-de-mesa");
    await answer(again, "Their PIN", "1234");
    await again.reads("is one of the first");
    await answer(again, "Their PIN", "830519");
    await answer(again, "The same PIN", "830591");
    await again.reads("not the same");
    await answer(again, "Their PIN", "830519");
    await answer(again, "The same PIN", "830519");
    await answer(again, "Name of a person", "");
    await answer(again, "Storage folder", "var/table");
    await again.reads("write the whole path");
    await answer(again, "Storage folder", here.storage);
    await answer(again, "second copy", "");
    await answer(again, "witness", "");
    await answer(again, "from afar? (y/N)", "perhaps");
    await again.reads("write yes or no");
    await answer(again, "from afar? (y/N)", "n");
    // Nothing is made before somebody has looked at all of it; one step is asked again, and nothing else.
    await again.reads("Mesa 7 · tirada.example/casino-1/table-07 · a real table");
    await answer(again, "Is all of it right?", "n");
    await answer(again, "Which step", "9");
    await again.reads("no such step");
    await answer(again, "Which step", "2");
    await answer(again, "Name of the table", "Mesa 8");
    await answer(again, "Name of its signed log", "tirada.example/casino-1/table-08");
    await answer(again, "tests", "n");
    await answer(again, "Time zone", "America/Punta_Arenas");
    await answer(again, "Port of this machine", "8.470");
    await again.reads("a whole number");
    await answer(again, "Port of this machine", String(port));
    await again.reads("People and PINs: was done already");
    await again.reads("Mesa 8 · tirada.example/casino-1/table-08");
    await answer(again, "Is all of it right?", "y");
    // What the casino gave is asked at the end; a file that is not there is said, and the table is set up all the same.
    await answer(again, "join its casino now?", "y");
    await answer(again, "The casino's file", join(here.folder, "casino.yaml"));
    await again.reads("there is no such file");
    await answer(again, "join its casino now?", "");
    await again.reads("To join the casino");
    await again.reads("The table asks for its shoe");
    expect(await again.ended).toBe(0);
    expect(again.shown()).not.toContain("830519");
    const made = await readConfig(here.config);
    expect([made.table.log, made.display.port]).toEqual(["tirada.example/casino-1/table-08", port]);
    expect([made.zone, made.shoe]).toMatchObject(["America/Punta_Arenas", { path: other.path, wait: true }]);
    await until("the unit lets go", () => !existsSync(join(here.storage, "unit.sock")));
  }, 240_000);
});
