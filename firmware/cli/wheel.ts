import type { Command as Program } from "commander";
import { openSerial } from "../../drivers/transport/serial.ts";
import {
  isParameterLetter,
  PARAMETERS,
  type ParameterLetter,
} from "../../drivers/wheel/cammegh-ss2/commands/parameters.ts";
import type { QueueOutcome } from "../../drivers/wheel/cammegh-ss2/commands/queue-state.ts";
import { selfTestText } from "../../drivers/wheel/cammegh-ss2/commands/self-test.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { EXIT, Problem } from "../unit/problem.ts";
import { asProblem } from "../unit/run.ts";
import { WheelTalk } from "../wheel/talk.ts";

/** The technician's commands for a Cammegh SlingShot 2. The unit must be stopped: a port has one owner. */
export function addWheel(program: Program): void {
  const wheel = program
    .command("wheel")
    .description("Talks to a Cammegh SS2 while its unit is stopped: identify, parameters, self-test.");
  const command = (name: string, about: string): Program =>
    wheel
      .command(name)
      .description(about)
      .requiredOption("--device <path>", "the wheel's port, e.g. /dev/serial/by-id/…");

  command("identify", "Version, mode, pockets and the parameters that rules depend on, with warnings.").action(
    (options: Port) => talk(options, async (to) => print(await to.identify())),
  );
  command("get", "Reads one parameter, or all.")
    .argument("[letter]", `one of ${Object.keys(PARAMETERS).join(" ")}`)
    .action((letter: string | undefined, options: Port) => talk(options, (to) => get(to, letter)));
  command(
    "set",
    "Writes a parameter: limits, write, read back, save, read again. Values of s and m in tenths of rpm.",
  )
    .argument("<letter>", `one of ${Object.keys(PARAMETERS).join(" ")}`)
    .argument("<values...>", "whole numbers")
    .option("--yes", "I have read the parameter's danger and want it all the same")
    .action((letter: string, values: string[], options: Port & { yes?: boolean }) =>
      talk(options, (to) => set(to, letter, values, options.yes === true)),
    );
  command("mode", "Reads the mode bits (*o), or writes their sum; the wheel must be idle (state 6).")
    .argument("[sum]", "sum of the mode bits, e.g. 1159")
    .action((sum: string | undefined, options: Port) => talk(options, (to) => mode(to, sum)));
  command("self-test", "Runs *F; the wheel must be idle (state 6). Takes up to five minutes.").action(
    (options: Port) =>
      talk(options, async (to) => {
        await to.wheelState();
        outcome(await to.ask({ c: "self-test" }));
      }),
  );
}

interface Port {
  readonly device: string;
}

async function talk(options: Port, say: (to: WheelTalk) => Promise<void>): Promise<void> {
  const clock = systemClock();
  try {
    const to = await WheelTalk.open(openSerial({ path: options.device, clock }), clock);
    try {
      await say(to);
    } finally {
      await to.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

async function get(to: WheelTalk, letter: string | undefined): Promise<void> {
  const letters = letter === undefined ? (Object.keys(PARAMETERS) as ParameterLetter[]) : [known(letter)];
  for (const one of letters) outcome(await to.ask({ c: "read-parameter", letter: one }));
}

async function set(
  to: WheelTalk,
  letter: string,
  values: readonly string[],
  confirmed: boolean,
): Promise<void> {
  const numbers = values.map(Number);
  if (numbers.some((value) => !Number.isSafeInteger(value))) {
    throw new Problem(EXIT.usage, `values must be whole numbers: ${values.join(" ")}; nothing was sent`);
  }
  const { end, say } = await to.set({ letter: known(letter), values: numbers, confirmed });
  const ours = end === "out-of-limits" || end === "needs-confirmation" || end === "no-such-parameter";
  if (end !== "set") throw new Problem(ours ? EXIT.usage : EXIT.device, say);
  process.stdout.write(`${say}\n`);
}

async function mode(to: WheelTalk, sum: string | undefined): Promise<void> {
  if (sum !== undefined) {
    const bits = Number(sum);
    if (!Number.isSafeInteger(bits) || bits < 0)
      throw new Problem(EXIT.usage, `mode ${sum}: must be a whole number; nothing was sent`);
    await to.wheelState();
    outcome(await to.ask({ c: "set-mode", bits }));
  }
  outcome(await to.ask({ c: "read-mode" }));
}

function known(letter: string): ParameterLetter {
  if (isParameterLetter(letter)) return letter;
  throw new Problem(EXIT.usage, `*T has no parameter "${letter}"; known: ${Object.keys(PARAMETERS).join(" ")}`);
}

/** One answer for people, or the reason that there is none. */
function outcome(done: QueueOutcome): void {
  switch (done.ended) {
    case "answered":
      for (const reply of done.replies) {
        const meaning = reply.r === "self-test" ? `  ${selfTestText(reply.code)}` : "";
        process.stdout.write(`${JSON.stringify(reply)}${meaning}\n`);
      }
      return;
    case "not-sent":
      throw new Problem(EXIT.device, done.say);
    case "timed-out":
      throw new Problem(
        EXIT.device,
        `the wheel did not answer ${done.attempts} times; check cable, speed and that it is a SlingShot 2`,
      );
    case "refused-by-wheel":
      throw new Problem(EXIT.device, "the wheel refused the command; it may have to be idle (state 6)");
    case "lost":
      throw new Problem(EXIT.device, `the port was lost: ${done.why}`);
    case "another-host":
      throw new Problem(EXIT.device, "another program writes to the wheel; stop it first");
    case "unconfirmed":
      throw new Problem(
        EXIT.device,
        "the wheel did not answer the change; read it back before the wheel plays",
      );
  }
}
