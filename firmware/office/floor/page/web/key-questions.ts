/** What two people do about the keys of tables: each of them is asked by himself. */
import { h } from "preact";
import type { Language } from "../../../../../src/text/language.ts";
import { askPerson } from "./dialog.ts";
import type { FloorLists, ShownTable } from "./feed.ts";
import { sendSigned } from "./signing.ts";
import { word } from "./words.ts";

/** The floor's clock, ms since 1970. */
type Now = () => number;

/** Letters and digits alone, however somebody parted them. */
const plain = (text: string): string => text.replaceAll(/[\s-]/g, "");

/** A table asks to join: log, print and code are compared with those on its own screen, and the code is typed from there. */
export function askEnrolment(
  { id, log, print }: FloorLists["enrolments"][number],
  now: Now,
  language: Language,
): void {
  askPerson({
    title: word("enrol", language, { log }),
    content: [
      h("p", null, word("enrol-compare", language)),
      h("p", { class: "print" }, print),
      h(
        "p",
        null,
        h(
          "label",
          null,
          word("enrol-code", language),
          h("input", { name: "code", required: true, autocomplete: "off", maxLength: 12 }),
        ),
      ),
      h(
        "p",
        null,
        h(
          "label",
          null,
          h("input", { type: "checkbox", name: "same", required: true }),
          word("enrol-same", language),
        ),
      ),
    ],
    yes: word("confirm", language),
    no: word("leave", language),
    act: ({ code = "" }) => {
      const said = { does: "confirm-enrolment", log, code: plain(code).toUpperCase(), print: plain(print) };
      return sendSigned("/enrolments", { log, enrolment: id, code, print }, said, now, language);
    },
  });
}

export function askFork(
  { id, log, seq, otherHash: other }: FloorLists["forks"][number],
  now: Now,
  language: Language,
): void {
  askPerson({
    title: word("forks", language),
    content: [
      h("p", null, `${log} · ${word("record", language)} ${seq}`),
      h("p", null, word("settle-means", language)),
    ],
    yes: word("settle", language),
    no: word("leave", language),
    act: () => sendSigned("/forks", { log, fork: id }, { does: "settle-fork", log, seq, other }, now, language),
  });
}

/** A table leaves the floor, with or without another one in its place. The second person is asked what the first one said. */
export function askRetire(
  table: ShownTable,
  others: readonly ShownTable[],
  lists: FloorLists | null,
  now: Now,
  language: Language,
): void {
  const [first] = lists?.retiring.filter(({ log }) => log === table.log) ?? [];
  const instead = first === undefined ? others : others.filter(({ log }) => log === first.instead);
  askPerson({
    title: word("retire", language, { name: table.name }),
    content: [
      h("p", null, word("retire-means", language)),
      h(
        "p",
        null,
        first === undefined
          ? word("nobody-yet", language)
          : word("one-yet", language, { person: first.person }),
      ),
      h(
        "p",
        null,
        h(
          "label",
          null,
          word("instead", language),
          h(
            "select",
            { name: "instead" },
            first?.instead == null ? h("option", { value: "" }, word("nobody-instead", language)) : null,
            ...instead.map(({ log, name }) => h("option", { value: log }, name)),
          ),
        ),
      ),
    ],
    yes: word("retire-do", language),
    no: word("leave", language),
    act: ({ instead: by = "" }) => {
      const body = { log: table.log, instead: by === "" ? null : by };
      return sendSigned("/retire", body, { does: "retire-table", ...body }, now, language);
    },
  });
}
