/** Where the evidence lies, how much of it there is, how long its disks last, and who has seen it. */
import { bytesText } from "../../../../src/text/bytes-text.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type {
  DiskShown,
  FloorState,
  SecondCopyState,
  StorageShown,
  TechnicianData,
  WitnessState,
} from "../../server/messages.ts";
import { h, type JSX } from "preact";
import { joinParts } from "../i18n.ts";
import { definitionList, type Pair, type Telling } from "./parts.ts";
import { instantText } from "./time.ts";

const {
  witness: WITNESS,
  second: SECOND,
  floor: FLOOR,
  storage: STORAGE,
  "normal-disk": NORMAL_DISK,
} = textsOf("pages.technician");

export function evidencePart(
  { storage, witness, second, floor }: TechnicianData,
  telling: Telling,
): JSX.Element[] {
  const { language, time } = telling;
  const word = (name: "first" | "second" | "records" | "epochs" | "oldest" | "clock" | "reading"): string =>
    STORAGE[name][language];
  const { first, records, epochs, oldest, clock, reading } = storage;
  const pairs: readonly (Pair | null)[] = [
    first && diskPair(word("first"), first, telling),
    second && [SECOND.title[language], secondText(second, telling), second.lost !== null],
    storage.second && diskPair(word("second"), storage.second, telling),
    [word("records"), String(records)],
    [word("epochs"), String(epochs)],
    oldest && [
      word("oldest"),
      fillText(STORAGE["oldest-at"], { seq: oldest.seq, at: instantText(oldest.at, time, language) })[language],
    ],
    reading && [word("reading"), readingText(reading, telling), true],
    witness && [WITNESS.title[language], witnessText(witness, telling), witness.trouble !== null],
    floor && [FLOOR.title[language], floorText(floor, telling), floor.trouble !== null],
    clock && [word("clock"), STORAGE.clocks[clock][language], clock !== "synced"],
  ];
  return [
    h("h2", null, STORAGE.title[language]),
    definitionList(
      pairs.filter((pair) => pair !== null),
      "sentences",
    ),
  ];
}

function diskPair(
  name: string,
  { folder, free, usedPm, shortPm, days }: DiskShown,
  { language }: Telling,
): Pair {
  const percent = Math.ceil(usedPm / 10);
  const lasts =
    days === null
      ? STORAGE["days-unknown"]
      : days === "many"
        ? STORAGE["days-many"]
        : fillText(STORAGE.days, { days });
  const text = joinParts(
    folder,
    fillText(STORAGE.free, { free: bytesText(free), percent })[language],
    fillText(NORMAL_DISK, { percent: Math.floor(shortPm / 10) })[language],
    lasts[language],
  );
  return [name, text, usedPm >= shortPm];
}

function readingText(
  { epoch, seconds, by, isBySecond }: NonNullable<StorageShown["reading"]>,
  { language }: Telling,
): string {
  const minutes = Math.floor(seconds / 60);
  if (isBySecond && by.length === 0) return fillText(STORAGE["reading-second"], { epoch, minutes })[language];
  const who = by.length > 0 ? by.join(", ") : STORAGE.somebody[language];
  return fillText(STORAGE["reading-by"], { epoch, by: who, minutes })[language];
}

/** Whether the second copy is there; how many records are behind; since when it is lost, and why. */
function secondText(second: SecondCopyState, { language, time }: Telling): string {
  const { folder, required, behind, lost, since } = second;
  const there = required ? SECOND.required : SECOND.follows;
  const at = since === null ? "?" : instantText(since, time, language);
  return joinParts(
    folder,
    lost === null
      ? there[language]
      : `${fillText(SECOND.lost, { since: at })[language]}: ${SECOND.troubles[lost.why][language]} (${lost.detail})`,
    behind > 0 && fillText(SECOND.behind, { behind })[language],
  );
}

/** How far the witness has come; that it has not, and why. */
function witnessText(witness: WitnessState, { language, time }: Telling): string {
  const { name, size, minutes, trouble, why } = witness;
  const reached =
    witness.time === null
      ? fillText(WITNESS.nothing, { name })
      : fillText(WITNESS.witnessed, { name, size, time: instantText(witness.time, time, language) });
  const waited = minutes === 1 ? WITNESS["waiting-one"] : fillText(WITNESS.waiting, { minutes });
  return joinParts(
    minutes > 0 && waited[language],
    reached[language],
    trouble !== null && `${WITNESS.troubles[trouble][language]} (${why ?? trouble})`,
  );
}

/** How far the casino's floor has the records; what stands in between; what two people compare before it takes any. */
function floorText(floor: FloorState, { language, time }: Telling): string {
  const { collector, has, behind, answered, trouble, why, since, joining } = floor;
  const at = answered === null ? "" : instantText(answered, time, language);
  const reached =
    answered === null
      ? fillText(FLOOR.unasked, { collector })
      : behind > 0
        ? fillText(FLOOR.behind, { collector, behind, time: at })
        : fillText(FLOOR["in-step"], { collector, has: has ?? 0, time: at });
  return joinParts(
    joining !== null && fillText(FLOOR.joining, { ...joining })[language],
    trouble !== null && FLOOR.troubles[trouble][language] + (why === null || why === "" ? "" : ` (${why})`),
    trouble !== null &&
      since !== null &&
      fillText(FLOOR.since, { since: instantText(since, time, language) })[language],
    reached[language],
  );
}
