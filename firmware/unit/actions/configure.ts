import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import { changesText, type ChangeKind } from "../configuration/configuration-change.ts";
import type { ConfigurationChange } from "../configuration/changed-values.ts";
import {
  endTestMode,
  changesTakenBack,
  keptStage,
  type KeptStage,
  orderConfiguration,
  prepareTestMode,
  readOrdered,
  takeBack,
  testFolderOf,
  textBefore,
} from "../configuration/ordered-configuration.ts";
import { textOfConfig } from "../configuration/read-config.ts";
import { keepWaiting } from "../configuration/waiting-configuration.ts";
import { inTestMode, unmaskedText, withPerson, type Edited } from "./edited-text.ts";
import type { ActionParts } from "./action-parts.ts";
import type { AskedOf, WantedAction } from "./wanted-action.ts";

const { configuration: WORDS } = textsOf("acts");

/** A change of the configuration that was read and judged, and changes nothing yet. */
export interface PlannedChange {
  readonly asked: AskedOf<ChangeKind>;
  readonly text: string;
  readonly changes: readonly ConfigurationChange[];
}
export type Planning =
  | { readonly ok: true; readonly planned: PlannedChange }
  | { readonly ok: false; readonly why: Text };

/** What became of it. */
export interface ConfigureResult {
  readonly counts: string;
  readonly changes: number;
  /** Until when somebody at the table may accept it. */
  readonly until?: string;
  /** Whether the table starts anew by itself. */
  readonly restarts?: boolean;
  /** What was kept for the next start counts never. */
  readonly isTakenBack?: true;
}

/** Reads what is asked for as a start would, and holds it against what may be changed so. */
export async function planChange(
  { config, clock }: Pick<ActionParts, "config" | "clock">,
  asked: AskedOf<ChangeKind>,
): Promise<Planning> {
  const made = textFor(config, asked);
  if (!made.ok) return made;
  const { text } = made;
  const stage = keptStage(config);
  if (isTakingBack(asked, stage))
    return { ok: true, planned: { asked, text, changes: await changesTakenBack(config) } };
  const why = stageFault(asked, stage);
  if (why !== null) return { ok: false, why };
  const read = await readOrdered(text, config, clock.wall(), asked.action);
  if (!read.ok) return read;
  const { changes, isOtherLog } = read;
  if (isOtherLog && asked.action === "configure" && !asked.arguments.newLog)
    return { ok: false, why: WORDS["new-log"] };
  return { ok: true, planned: { asked, text, changes } };
}

/** What was kept and has not begun yet is the first that is undone. */
const isTakingBack = ({ action }: PlannedChange["asked"], stage: KeptStage): boolean =>
  action === "undo-configuration" && stage === "next-start";

/** One change at a time: the next one would lose what has not begun yet, or has not passed its trial. Null: nothing stands against it. */
function stageFault(asked: PlannedChange["asked"], stage: KeptStage): Text | null {
  if (stage === "next-start") return WORDS.kept;
  const isWayBack =
    asked.action === "undo-configuration" || (asked.action === "test-mode" && !asked.arguments.on);
  return stage === "on-trial" && !isWayBack ? WORDS["on-trial"] : null;
}

/** The text of the configuration that is to count. */
function textFor(config: ActionParts["config"], asked: AskedOf<ChangeKind>): Edited {
  const isTesting = config.storage.folder === testFolderOf(config);
  if (isTesting && asked.action !== "test-mode") return { ok: false, why: WORDS["in-test-mode"] };
  if (asked.action === "configure")
    return { ok: true, text: unmaskedText(asked.arguments.configuration, config.people) };
  const counts = textOfConfig(config);
  if (counts === null) return { ok: false, why: WORDS["no-file"] };
  switch (asked.action) {
    case "undo-configuration": {
      const text = keptStage(config) === "next-start" ? counts : textBefore(config);
      return text === null ? { ok: false, why: WORDS["nothing-to-undo"] } : { ok: true, text };
    }
    case "change-people":
      return withPerson(counts, config.people, asked.arguments);
    case "test-mode": {
      if (asked.arguments.on === isTesting || (config.test && !isTesting))
        return { ok: false, why: WORDS[config.test ? "is-test" : "is-live"] };
      if (isTesting) return { ok: true, text: textBefore(config) ?? counts };
      return { ok: true, text: inTestMode(counts, testFolderOf(config)) };
    }
  }
}

/**
 * Keeps it for the next start: on the bench at once, at a table that counts once the jefe de mesa has accepted it, who may be one of those who
 * want it, at the table. Each key that it changes is a record first.
 */
export async function keepChange(
  { config, clock, unit, restartWhenIdle }: ActionParts,
  { asked, text, changes }: PlannedChange,
  { id, way, people, until }: Pick<WantedAction, "id" | "way" | "people" | "until">,
): Promise<ConfigureResult> {
  const record = (detail: Readonly<Record<string, string | number | null>>): Promise<void> =>
    unit.feed({ k: "event", t: clock.now(), event: "order", detail: { order: id, ...detail } });
  for (const change of changes) await record({ what: "configuration-change", ...change });
  if (isTakingBack(asked, keptStage(config))) {
    takeBack(config);
    return { counts: "what the table runs with", changes: changes.length, isTakenBack: true };
  }
  if (asked.action === "test-mode" && asked.arguments.on) prepareTestMode(config);
  const isAccepted = way === "table" && people.some(({ role }) => role === "jefe-de-mesa");
  if (!config.test && !isAccepted) {
    const before = unit.shown.durable.ordered?.order;
    if (before !== undefined)
      await record({ what: "configuration-expired", order: before, why: "another one took its place" });
    keepWaiting(config, { order: id, text, until });
    await record({ what: "configuration-waits", changes: changesText(changes) });
    const counts = "once the jefe de mesa has accepted it at the table";
    return { counts, changes: changes.length, until: rfc3339(wallMs(until)) };
  }
  if (asked.action === "test-mode" && !asked.arguments.on) endTestMode(config);
  else orderConfiguration(config, text, id);
  const restarts = restartWhenIdle(`configuration ${id.slice(0, 16)} was ordered`);
  return { counts: "from the next start on", changes: changes.length, restarts };
}

/** What a change comes to, line by line, for people who are about to want it. */
export const linesOfChange = ({ changes }: Pick<PlannedChange, "changes">): readonly Text[] =>
  changes.map(({ key, was, now }) => fillText(WORDS.change, { key, was: was ?? "—", now: now ?? "—" }));
