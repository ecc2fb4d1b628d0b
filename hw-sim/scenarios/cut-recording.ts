import type { Capture } from "../../firmware/replay/capture.ts";
import { usageProblem } from "../../firmware/problem.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { MAX_FILE_BYTES, writeYaml } from "../../src/rules/yaml.ts";
import { timeOfUs } from "./scenario-file.ts";

/** A part of a recording as a scenario: what its device said, and nothing that names anybody. */

/** What is cut, and for which table. */
export interface Cut {
  readonly about: string;
  readonly device: string;
  readonly rulebook: string;
  /** Times of the recording, µs from its first entry. */
  readonly fromUs: number;
  readonly toUs: number;
}

/**
 * The text of a scenario that plays this part of a recording to a table that was just opened. What people keyed about a round of the
 * recording is left out: that round has another number there. Throws a Problem: nothing lies there, it would be too long, or it is of
 * a card table, whose cards are nobody's to hand on.
 */
export function cutRecording({ own, entries }: Capture, cut: Cut, comes: readonly string[] = []): string {
  const startUs = entries[0]?.t ?? 0;
  const happens = entries
    .filter(({ t }) => t - startUs >= cut.fromUs && t - startUs < cut.toUs)
    .flatMap((entry) => happeningOf(entry, entry.t - startUs - cut.fromUs));
  if (!happens.some((one) => "says" in one))
    throw usageProblem(
      `between ${timeOfUs(cut.fromUs)} and ${timeOfUs(cut.toUs)} no device says anything: the recording lasts ${timeOfUs((entries.at(-1)?.t ?? 0) - startUs)}`,
    );
  const { options = {}, houseRules = [] } = own ?? {};
  const text = writeYaml({
    scenario: 1,
    about: cut.about,
    device: cut.device,
    rulebook: cut.rulebook,
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(houseRules.length === 0 ? {} : { houseRules }),
    end: timeOfUs(cut.toUs - cut.fromUs),
    happens,
    comes,
  });
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_FILE_BYTES)
    throw usageProblem(
      `the scenario would have ${bytes} bytes, and one has at most ${MAX_FILE_BYTES}: cut a shorter part, some ${timeOfUs(((cut.toUs - cut.fromUs) * MAX_FILE_BYTES) / bytes)}`,
    );
  return text;
}

function happeningOf(entry: Entry, us: number): readonly object[] {
  const at = timeOfUs(us);
  switch (entry.k) {
    case "in":
      return [{ at, says: entry.bytes, ...(entry.port === "wheel" ? {} : { port: entry.port }) }];
    case "lost":
      return [{ at, cable: "out" }];
    case "open":
      // The table opens its ports as it begins.
      return us === 0 ? [] : [{ at, cable: "in" }];
    case "key":
      // A key that is more than its name names a round, a person or words of somebody.
      return Object.keys(entry.key).length > 1 ? [] : [{ at, key: entry.key, by: entry.by.role }];
    default:
      return [];
  }
}
