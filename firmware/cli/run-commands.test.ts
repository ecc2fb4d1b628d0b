import { expect, it, onTestFinished, vi } from "vitest";
import { usageProblem } from "../problem.ts";
import { printLine } from "./common.ts";
import { reportError } from "./run-commands.ts";

/** What a file, a line or a name of anybody's has in it, that would steer a terminal: to clear it, to name it, to turn a line round. */
const STEERING = "\u001b[2J\u001b]0;x\u0007\u009b31m\r\u202e\0";

function written(stream: NodeJS.WriteStream, act: () => void): string {
  const spy = vi.spyOn(stream, "write").mockReturnValue(true);
  onTestFinished(() => spy.mockRestore());
  act();
  return spy.mock.calls.map(([text]) => String(text)).join("");
}

it("steers no terminal with what a file says: an error is one line, and what is found are lines", () => {
  const error = written(process.stderr, () => {
    expect(reportError(usageProblem(`a.yaml:1:1: unknown key "a\n  b${STEERING}"`))).toBe(2);
  });
  expect(error).toBe(
    String.raw`tirada: a.yaml:1:1: unknown key "a b\x1b[2J\x1b]0;x\x07\x9b31m\x0d\x202e\x00"` + "\n",
  );
  const found = written(process.stdout, () => printLine(`reply\ttext ${STEERING} ñ 17 rojo`));
  expect(found).toMatch(/^reply\ttext [ -~]+ ñ 17 rojo\n$/);
});
