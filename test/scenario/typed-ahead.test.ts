import { expect, it } from "vitest";
import { setupBench } from "../support/setup-bench.ts";
import { atTerminal } from "../support/typed-terminal.ts";

/** Somebody pastes, types ahead and leaves, at a real terminal. */

it("lines that come before their question answer nothing, nor half a line, and Ctrl-C says what it leaves", async () => {
  const here = setupBench();
  const terminal = atTerminal(["setup", ...here.words]);
  await terminal.reads("Which jurisdiction?");
  await terminal.reads("> ");
  // A pasted block: the first line answers, and no other one.
  terminal.type("cl\nruleta-francesa\n\nMesa 7\ntirada.example/c/table-07\nn\nhalf a li");
  await terminal.reads("Which game?");
  await terminal.reads("> ");
  terminal.type("ruleta-francesa");
  await terminal.reads("Which edition");
  await terminal.reads("> ");
  terminal.interrupt();
  // socat says of a program that a signal or 130 ended only that it did.
  expect(await terminal.ended).not.toBe(0);
  expect(terminal.shown()).toContain("tirada: stopped; what was right is in");
  expect(terminal.shown()).not.toContain("✗");
}, 120_000);
