import { parseJson } from "../../../src/load/json.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import type { Certainty, Row, TableLines } from "../../listen/row.ts";
import { linesExpecting } from "../../listen/known-lines.ts";
import { LineListener } from "../../listen/listener.ts";
import { rowLine, rowObject, verdictLines, verdictObject } from "../../listen/row-text.ts";
import { askUnit, linesOf } from "../../net/control.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { printLine, printLines, stopSignal } from "../common.ts";
import type { ListenOptions } from "./listen.ts";

/** How often the table is asked for what came. */
const ASK_US = 250 * US_PER_MS;

/**
 * Shows a port of a table that runs: what the table itself heard, ten minutes back and on from there. Of cards it shows no face, and of a
 * round that runs nothing before its verdict.
 */
export async function mirrorTable(
  port: string,
  folder: string,
  options: ListenOptions,
  clock: Clock,
): Promise<void> {
  if (options.send !== undefined || options.out !== undefined || options.faces === true)
    throw usageProblem(
      `${port}: the table runs and has this port: --send, --out and --faces are for a stopped one. What it recorded is replayed from its storage folder`,
    );
  const until = options.for === undefined ? Infinity : clock.now() + options.for * 1_000_000;
  const stopped = new AbortController();
  void stopSignal().then(() => stopped.abort());
  const first = await askLines(folder, port, 0);
  if (!Object.hasOwn(first.ports, port))
    throw usageProblem(`the table has no line ${port}; it has ${Object.keys(first.ports).join(", ")}`);
  const mirror = new Mirror(await linesExpecting(first.ports[port] ?? ""), options);
  for (let answer = first; ; answer = await askLines(folder, port, answer.upTo)) {
    mirror.show(answer);
    if (stopped.signal.aborted || clock.now() >= until) break;
    if (!answer.hasMore) await clock.sleep(ASK_US);
  }
  mirror.end();
}

async function askLines(folder: string, port: string, after: number): Promise<TableLines> {
  const answer = await askUnit(folder, { do: "lines", port, after });
  if (answer === null) throw new Problem(EXIT.device, "the table ended; listen again to have its port itself");
  return parseJson(linesOf(answer).join("")) as TableLines;
}

class Mirror {
  readonly #listener: LineListener;
  readonly #options: ListenOptions;
  #since: MonoUs | null = null;
  #withheld = 0;
  #said = "";

  constructor(lines: ConstructorParameters<typeof LineListener>[0], options: ListenOptions) {
    this.#listener = new LineListener(lines, { showsFaces: false });
    this.#options = options;
  }

  show({ items, gone, withheld, ports, secret }: TableLines): void {
    if (gone > 0) this.#note("gone", `${gone} older ones are gone`);
    for (const item of items) {
      if ("row" in item) this.#say([item.row]);
      else if (item.entry.k === "in") this.#say(this.#listener.receive(item.entry.bytes, item.entry.t));
      else if (item.entry.k === "out") this.#say(this.#listener.send(item.entry.bytes, item.entry.t));
      else {
        const { entry } = item;
        this.#listener.restart();
        this.#note(
          entry.k,
          entry.k === "open" ? entry.name : entry.k === "lost" ? entry.why : `${entry.lost} bytes`,
        );
      }
    }
    if (withheld > 0 && this.#withheld === 0)
      this.#note("withheld", "a round runs: what belongs to it is shown when it has its verdict");
    this.#withheld = withheld;
    const [first] = Object.entries(secret);
    if (first !== undefined) this.#saySecret(ports[first[0]] ?? first[0], first[1]);
    this.#sayVerdict();
  }

  end(): void {
    if (this.#listener.counts.bytesIn === 0) return;
    this.#said = "";
    this.#sayVerdict();
  }

  #say(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#since ??= row.t;
      if (this.#options.json) printLine(JSON.stringify(rowObject(row)));
      else printLine(rowLine(row, this.#since, this.#options.bytes === true));
    }
  }

  /** Rows of a reader of cards come as they may be seen: the table itself read them. */
  #saySecret(device: string, certainty: Certainty): void {
    const now = `${certainty} ${device}`;
    if (now === this.#said) return;
    this.#said = now;
    if (this.#options.json) printLine(JSON.stringify({ kind: "verdict", device, certainty }));
    else printLine(certainty === "none" ? "none: nothing that is known was heard" : `${certainty}: ${device}`);
  }

  #sayVerdict(): void {
    const { identified: heard, counts } = this.#listener;
    if (counts.bytesIn === 0) return;
    // Of two that may have said the same it is the one that the table expects.
    const identified = { ...heard, rivals: [] };
    const now = `${identified.certainty} ${identified.line?.devices[0] ?? ""}`;
    if (now === this.#said) return;
    this.#said = now;
    if (this.#options.json) printLine(JSON.stringify({ ...verdictObject(identified, null), ...counts }));
    else printLines(verdictLines(identified, ""));
  }

  #note(kind: string, detail: string): void {
    if (this.#options.json) printLine(JSON.stringify({ kind, detail }));
    else printLine(`${kind}: ${detail}`);
  }
}
