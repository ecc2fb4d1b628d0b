/**
 * Types, style and format, side by side: as long as the slowest of them. What each says is printed when it ends. The rules of style that
 * need types take twice the time of all else: `npm test` leaves them to `npm run test:rest`, which takes nothing but them. Whoever asks for
 * all of it has them from the linter, and with them the types that it reads anyway.
 */
import { spawn } from "node:child_process";
import { noteTime, processorTime } from "../test/support/processor-time.ts";

/** The program, what runs in a browser, and the kernel of tables with a family of the tests: it knows no other. */
const PROJECTS = [
  ...[
    ".",
    "firmware/screens/pages",
    "firmware/evidence/inspector/web",
    "firmware/office/floor/page/web",
    "hw-sim/bench/web",
    "hw-sim/preview/web",
  ],
  "test/support/coin-family",
];

const FORMAT = { format: ["oxfmt", "--check"] };
const CHECKS = {
  test: {
    // One thread of a small machine is quicker than four that each learn the same types.
    ...Object.fromEntries(PROJECTS.map((one) => [`types of ${one}`, ["tsc", "-p", one, "--singleThreaded"]])),
    style: ["oxlint"],
    ...FORMAT,
  },
  rest: { "style by types": ["oxlint", "--type-aware"] },
  all: { "style and types": ["oxlint", "--type-aware", "--type-check"], ...FORMAT },
};

/** `test`, `rest` or `all`: by the argument, or by what the tests are asked for. */
function chosenChecks() {
  const { TIRADA_ALL: all, TIRADA_SOAK: soak } = process.env;
  const asked = process.argv[2] ?? (all === "rest" ? "rest" : all === "1" || soak === "1" ? "all" : "test");
  const checks = CHECKS[asked];
  if (checks === undefined) throw new Error(`${asked}: give test, rest or all`);
  return checks;
}

/** Resolves with the exit status; what was said stands together. */
function run([name, [program, ...args]]) {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${program}`, args, { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    child.once("error", (error) => {
      said += `${error.message}\n`;
      resolve(1);
    });
    child.once("close", (status) => {
      process.stdout.write(`${name}: ${status === 0 ? "in order" : `failed\n${said}`}\n`);
      resolve(status ?? 1);
    });
  });
}

const ends = await Promise.all(Object.entries(chosenChecks()).map(run));
process.exitCode = ends.every((status) => status === 0) ? 0 : 1;
const list = process.env.TIRADA_TIMES;
const { own, children } = processorTime();
if (list !== undefined) noteTime(list, { group: "checks", file: "scripts/check.mjs", ms: own + children });
