import { mkdirSync, writeFileSync } from "node:fs";
import { Command, type CommandUnknownOpts } from "commander";
import { commandsWith } from "../../firmware/cli/commands.ts";
import type { LazyCommand } from "../../firmware/cli/laboratory.ts";
import { main } from "../../firmware/cli/main.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import "../../firmware/table/setup/families.ts";

/**
 * A process of its own, started by root: becomes the technician for good, and gives every command of tirada, with every option that takes a
 * word and as every argument, each of the targets. `swept.json` in his home says what was tried, and what any of it printed.
 */
export interface Sweep {
  readonly uid: number;
  readonly targets: readonly string[];
  /** Where the technician may write. */
  readonly home: string;
}

export interface Swept {
  readonly tried: number;
  readonly commands: readonly string[];
  /** Tries that ended as done, by their words. */
  readonly done: readonly string[];
  readonly printed: string;
  readonly stuck: readonly string[];
}

/** A command that is not over by then is one that waits, for a port or a terminal: it is not tried with every target. */
const LONGEST_US = 1_500_000;

interface Called {
  readonly path: readonly string[];
  readonly places: number;
  readonly needed: readonly string[];
  readonly options: readonly string[];
}

async function everyCommand(list: readonly LazyCommand[], path: readonly string[] = []): Promise<Called[]> {
  const found: Called[] = [];
  for (const { name, load } of list) {
    if (typeof load !== "function") {
      found.push(...(await everyCommand(load, [...path, name])));
      continue;
    }
    const command = new Command(name);
    (await load([]))(command);
    found.push(...calledIn(command, [...path, name]));
  }
  return found;
}

function calledIn(command: CommandUnknownOpts, path: readonly string[]): Called[] {
  const worded = command.options.filter((option) => option.required || option.optional);
  const own: Called = {
    path,
    places: command.registeredArguments.length,
    needed: worded.filter(({ mandatory }) => mandatory).map(({ long }) => long ?? ""),
    options: worded.map(({ long }) => long ?? ""),
  };
  const below = command.commands.flatMap((one) => calledIn(one, [...path, one.name()]));
  return command.commands.length > 0 ? below : [own];
}

/** The words of each try: every option alone, all of them at once, and the arguments without any. */
function triesOf({ path, places, needed, options }: Called, target: string): readonly (readonly string[])[] {
  const base = [...path, ...Array.from({ length: places }, () => target)];
  const given = (names: readonly string[]): readonly string[] => names.flatMap((name) => [name, target]);
  const all = options.filter((name) => !needed.includes(name));
  return [
    [...base, ...given(needed)],
    ...all.map((name) => [...base, ...given(needed), name, target]),
    ...(all.length > 1 ? [[...base, ...given(options)]] : []),
  ];
}

const statusNow = (): number | string | null | undefined => process.exitCode;

async function sweep({ uid, targets, home }: Sweep): Promise<Swept> {
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
  process.umask(0o022);
  process.chdir(home);
  const clock = systemClock();
  let printed = "";
  const keep = ((text: string | Uint8Array) => {
    printed += String(text);
    return true;
  }) as typeof process.stdout.write;
  process.stdout.write = keep;
  process.stderr.write = keep;
  const commands = await everyCommand(commandsWith(null, false));
  const done: string[] = [];
  const stuck = new Set<string>();
  let tried = 0;
  for (const called of commands)
    for (const target of targets)
      for (const words of triesOf(called, target)) {
        const named = words.map((word) => (word === target ? "TARGET" : word)).join(" ");
        if (stuck.has(named)) continue;
        tried++;
        // Whoever ends this process because it waits says for what.
        writeFileSync("now", words.join(" "));
        process.exitCode = undefined;
        const ended = await Promise.race([
          main([...words], null, false).then(() => true),
          new Promise<false>((resolve) => void clock.after(LONGEST_US, "a try", () => resolve(false))),
        ]);
        if (!ended) stuck.add(named);
        else if (Number(statusNow() ?? 0) === 0) done.push(words.join(" "));
      }
  return { tried, commands: commands.map(({ path }) => path.join(" ")), done, printed, stuck: [...stuck] };
}

const asked = JSON.parse(process.argv[2] ?? "{}") as Sweep;
mkdirSync(asked.home, { recursive: true });
const swept = await sweep(asked);
writeFileSync("swept.json", JSON.stringify(swept));
process.exit(0);
