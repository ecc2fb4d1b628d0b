import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { isSection, slotsOf, valueAt, type Draft } from "./draft.ts";
import { STEPS, type StepName } from "./progress.ts";

const TEXTS = textsOf("first-setup");

/** What a table will be, a line for each step that was asked: the one that somebody looks at before key and log are made. */
export function summaryOf(draft: Draft, language: Language): readonly string[] {
  const text = (...path: readonly string[]): string => {
    const value = valueAt(draft, path);
    return typeof value === "string" ? value : "";
  };
  const listed = (...path: readonly string[]): string => {
    const list = valueAt(draft, path);
    return Array.isArray(list) && list.length > 0 ? ` (${list.join(", ")})` : "";
  };
  const people = Array.isArray(draft["people"]) ? draft["people"].filter(isSection) : [];
  const kind = TEXTS.says[draft["test"] === true ? "is-test" : "is-real"][language];
  const values: Partial<Record<StepName, readonly string[]>> = {
    rulebook: [`${text("table", "rulebook")}${listed("table", "houseRules")}`],
    table: [text("table", "name"), text("table", "log"), kind, text("zone"), portOf(draft)],
    devices: slotsOf(draft).map(({ name, device, given }) => `${name}: ${device} ${given ?? ""}`.trim()),
    people: people.map(({ name, role }) => `${String(name)} (${String(role)})`),
    storage: [text("storage", "folder"), text("storage", "second", "folder")],
    remote: [text("witness", "url"), text("remote", "certificate")],
  };
  return STEPS.flatMap((step, at) => {
    const said = values[step]?.filter((one) => one !== "") ?? [];
    return values[step] === undefined
      ? []
      : [`  ${at + 1} ${TEXTS.steps[step][language]}: ${said.join(" · ") || "–"}`];
  });
}

function portOf(draft: Draft): string {
  const port = valueAt(draft, ["display", "port"]);
  return typeof port === "number" ? `127.0.0.1:${port}` : "";
}
