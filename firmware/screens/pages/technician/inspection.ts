/** The form of an inspection by hand. */
import { INSPECTIONS, NAMED_IN_REMARKS, type InspectionAct } from "../../../../src/people/inspection.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import type { Language } from "../i18n.ts";
import { field, typed, type Begin } from "./typed.ts";

const { page: WORDS, inspection: FORM } = textsOf("acts");

/** Every item in order or not, its figure where it is measured, and what is to be said of it. */
export const inspectionForm =
  (act: InspectionAct) =>
  (language: Language, begin: Begin): JSX.Element => {
    const form = INSPECTIONS[act];
    const onSubmit = (event: Event): void => {
      event.preventDefault();
      const names = [
        "remarks",
        ...form.flatMap(({ item, measured }) => (measured === null ? [item] : [item, `${item}-measured`])),
      ];
      begin(Object.fromEntries(names.map((name) => [name, typed.get(name) ?? ""])));
    };
    return h(
      "form",
      { class: "inspection", onSubmit },
      ...form.map(({ item, measured }) =>
        h(
          "fieldset",
          null,
          h("legend", null, FORM.items[item][language]),
          measured === null
            ? null
            : field(`${item}-measured`, FORM.measured[item][language], { inputMode: "decimal", maxLength: 8 }),
          ...(["good", "bad"] as const).map((value) =>
            h(
              "label",
              { class: "choice" },
              h("input", {
                type: "radio",
                name: item,
                id: `${item}-${value}`,
                checked: typed.get(item) === value,
                onChange: () => typed.set(item, value),
              }),
              FORM[value === "good" ? "good" : "not"][language],
            ),
          ),
        ),
      ),
      field("remarks", FORM[NAMED_IN_REMARKS.includes(act) ? "remarks-named" : "remarks"][language], {
        maxLength: 200,
      }),
      h("button", { id: "inspection-send", type: "submit" }, WORDS.begin[language]),
    );
  };
