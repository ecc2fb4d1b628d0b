/** What a technician does at the table: signs in, begins an act, is led through it, sees how it ended. */
import type { ActName, ActState } from "../../../../src/people/acts.ts";
import type { Person } from "../../../../src/people/roles.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import type { Text } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type ComponentChild, type JSX } from "preact";
import { roleName, sentenceIn, type Language } from "../i18n.ts";
import { act, agree, mayNow, openForm, othersHere, readings, session, signIn, send } from "./session.ts";
import { eyeForm } from "./eye-form.ts";
import { bundleForm, caseForm, exportForm, filesPart, madeFiles } from "./evidence-forms.ts";
import { inspectionForm } from "./inspection.ts";
import type { Telling } from "./parts.ts";
import { configurationForm, peopleForm } from "./table-forms.ts";
import { chosen, field, typed, type Begin } from "./typed.ts";
import { updatesPart } from "./updates.ts";

const {
  page: WORDS,
  names: NAMES,
  about: ABOUT,
  ends: ENDS,
  groups: GROUPS,
  forms: FORM_WORDS,
} = textsOf("acts");

/** What people call what stands at a port. */
const PORTS: Readonly<Record<string, Text | undefined>> = textsOf("pages.technician").lines.ports;

/** What an act said, of which the page shows the newest lines. */
const SAID_SHOWN = 12;

/** What is asked for on a form before the act begins. */
const FORMS: Partial<Record<ActName, (language: Language, begin: Begin) => JSX.Element>> = {
  "inspect-wheel": inspectionForm("inspect-wheel"),
  "inspect-dice": inspectionForm("inspect-dice"),
  "check-cards": inspectionForm("check-cards"),
  "calibrate-eye": eyeForm,
  configure: (language, begin) => configurationForm(readings.get("configuration"), language, begin),
  "change-people": (language, begin) => peopleForm(session.told?.everybody ?? [], language, begin),
  install: installForm,
  export: exportForm,
  case: caseForm,
  bundle: bundleForm,
};
/** What can be done, by what it is done to. */
const PLACES: readonly (readonly [keyof typeof GROUPS, readonly ActName[]])[] = [
  [
    "devices",
    [
      "test-device",
      "accept-device",
      "calibrate-wheel",
      "calibrate-eye",
      "check-shoe",
      "check-panel",
      "undo-calibration",
      "inspect-wheel",
      "inspect-dice",
      "check-cards",
      "flash-board",
      "flash-panel",
    ],
  ],
  [
    "table",
    [
      "configure",
      "undo-configuration",
      "withdraw-configuration",
      "change-people",
      "test-mode",
      "self-test",
      "restart-screens",
    ],
  ],
  ["release", ["check", "install", "install-base", "rollback", "hold"]],
  ["evidence", ["export", "case", "bundle"]],
];

/** The whole place. */
export function doPart(telling: Telling): JSX.Element[] {
  const { language } = telling;
  const going = session.state !== null && session.state.ended === null ? session.state : null;
  return [
    h("h2", null, WORDS.title[language]),
    ...(session.signedIn === null ? signInPart(language) : [signedPart(session.signedIn, language)]),
    session.refusal === null ? null : h("p", { class: "refusal", role: "alert" }, session.refusal[language]),
    session.state === null ? null : statePart(session.state, language),
    ...(session.signedIn === null || going !== null ? [] : offerParts(telling)),
  ].filter((one) => one !== null);
}

function signInPart(language: Language): JSX.Element[] {
  const people = session.told?.people ?? [];
  if (session.told !== null && people.length === 0) return [h("p", { class: "hint" }, WORDS.nobody[language])];
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (!session.isWaiting) signIn();
  };
  return [
    h(
      "form",
      { class: "sign-in", onSubmit },
      h(
        "label",
        null,
        WORDS.who[language],
        h(
          "select",
          {
            id: "act-name",
            onChange: (event: Event) => typed.set("name", (event.currentTarget as HTMLSelectElement).value),
          },
          ...people.map(({ name }) => h("option", { value: name, selected: typed.get("name") === name }, name)),
        ),
      ),
      field("pin", WORDS.pin[language], {
        type: "password",
        inputMode: "numeric",
        autocomplete: "off",
        maxLength: 12,
      }),
      h(
        "button",
        { id: "act-sign-in", type: "submit", "aria-disabled": String(session.isWaiting) },
        WORDS["sign-in"][language],
      ),
    ),
  ];
}

const signedPart = ({ name, role }: Person, language: Language): JSX.Element =>
  h(
    "p",
    { class: "signed" },
    h("strong", null, fillText(WORDS.signed, { name, role: roleName(role, language) })[language]),
    button("act-sign-out", WORDS["sign-out"], language, () => send({ type: "sign-out" })),
  );

/** The act that goes on, or that ended last. */
function statePart({ act: name, by, said, asked, ended, number }: ActState, language: Language): JSX.Element {
  const isMine = session.signedIn?.name === by && ended === null;
  return h(
    "div",
    { class: `act ${ended === null ? "going" : ended.is}`, id: "act" },
    h("h3", null, fillText(WORDS.by, { act: NAMES[name], name: by })[language]),
    h(
      "ul",
      { class: "said", "aria-live": "polite" },
      ...said.slice(-SAID_SHOWN).map((line) => h("li", null, line[language])),
    ),
    ended === null
      ? h("p", { class: "asked", "data-step": asked?.step ?? 0 }, (asked?.text ?? WORDS.waits)[language])
      : h("p", { class: "ended", role: "status" }, endText(ended, language)),
    ...(ended?.is === "done" ? madeFiles(said, language) : []),
    !isMine
      ? null
      : h(
          "div",
          { class: "answers" },
          ...(asked?.isForSecond === true ? secondPart(language) : []),
          ...(asked?.answers ?? []).map(({ answer, text }, at) =>
            button(`act-answer-${at}`, text, language, () =>
              asked?.isForSecond === true
                ? agree({ do: "answer", number, step: asked.step, answer })
                : act({ do: "answer", number, step: asked?.step ?? 0, answer }),
            ),
          ),
          button("act-give-up", WORDS["give-up"], language, () => act({ do: "give-up", number })),
        ),
  );
}

/** How an act ended, in one line. */
function endText({ is, why }: NonNullable<ActState["ended"]>, language: Language): string {
  if (is === "done") return `${ENDS.done[language]}.`;
  // What the system says of a lost device is in its own words.
  if (is === "device-lost" && why !== null && why.es === why.en)
    return `${ENDS[is][language]} (${why[language]}).`;
  if (is === "device-lost" && why !== null) return `${ENDS[is][language]}. ${sentenceIn(why, language)}.`;
  return `${ENDS.failed[language]}. ${(why ?? ENDS[is])[language]}`;
}

/** A second person, who types a PIN beside whoever is signed in. */
function secondPart(language: Language): JSX.Element[] {
  const others = othersHere();
  const options = others.map(({ name, role }) => ({
    value: name,
    text: `${name} · ${roleName(role, language)}`,
  }));
  const pin = { type: "password", inputMode: "numeric", autocomplete: "off", maxLength: 12 } as const;
  return [
    chosen("second-name", WORDS.second[language], options, typed.get("second-name") ?? others[0]?.name ?? ""),
    field("second-pin", WORDS.pin[language], pin),
  ];
}

/** One at a time for a release from which there is a way back; two people, and the export before, for another. */
function installForm(language: Language, begin: Begin): JSX.Element {
  return h(
    "form",
    {
      onSubmit: (event: Event) => {
        event.preventDefault();
        const exported = (typed.get("no-return") ?? "").trim();
        begin(exported === "" ? {} : { export: exported });
      },
    },
    field("no-return", FORM_WORDS["no-return"][language], { maxLength: 128, autocomplete: "off" }),
    h("button", { id: "act-install-send", type: "submit" }, WORDS.begin[language]),
  );
}

/** What whoever is signed in may begin, by what it is done to. */
function offerParts(telling: Telling): JSX.Element[] {
  const { language } = telling;
  const may = mayNow();
  return PLACES.flatMap(([group, acts]) => {
    const offered = acts.filter((name) => may.includes(name));
    if (offered.length === 0) return [];
    return [
      h("h3", { class: "group" }, GROUPS[group][language]),
      group === "release" ? updatesPart(readings.get("updates"), telling) : null,
      group === "release"
        ? field("reason", FORM_WORDS.reason[language], { maxLength: 200, autocomplete: "off" })
        : null,
      group === "evidence" ? filesPart(readings.get("files"), language) : null,
      h("div", { class: "offers" }, ...offered.map((name) => offerPart(name, language))),
    ].filter((one) => one !== null);
  });
}

const offerPart = (name: ActName, language: Language): JSX.Element =>
  h(
    "section",
    { class: session.opened === name ? "offer open" : "offer" },
    h("h4", null, NAMES[name][language]),
    h("p", { class: "hint" }, ABOUT[name][language]),
    h("div", { class: "answers" }, ...keysOf(name, language)),
  );

/** What changes the program says why, where somebody typed it. */
const WITH_REASON: readonly ActName[] = ["install", "install-base", "rollback", "hold"];

function begin(name: ActName, values: Readonly<Record<string, string>> = {}, text?: string): void {
  const reason = WITH_REASON.includes(name) ? (typed.get("reason") ?? "").trim() : "";
  const said = reason === "" ? values : { ...values, reason };
  act({ do: "begin", act: name, values: said, ...(text === undefined ? {} : { text }) });
}

function keysOf(name: ActName, language: Language): readonly ComponentChild[] {
  if (name === "test-device" || name === "accept-device")
    return (session.told?.offer.devices ?? []).map((device) =>
      h(
        "button",
        { id: `begin-${name}-${device}`, type: "button", onClick: () => begin(name, { device }) },
        PORTS[device]?.[language] ?? device,
      ),
    );
  if (name === "hold" || name === "test-mode") {
    const off = name === "hold" ? FORM_WORDS["hold-off"] : FORM_WORDS.end;
    return [
      button(`begin-${name}`, WORDS.begin, language, () => begin(name, { on: "yes" })),
      button(`end-${name}`, off, language, () => begin(name, { on: "no" })),
    ];
  }
  const form = FORMS[name];
  if (form === undefined) return [button(`begin-${name}`, WORDS.begin, language, () => begin(name))];
  return session.opened === name
    ? [form(language, (values, text) => begin(name, values, text))]
    : [button(`begin-${name}`, WORDS.begin, language, () => openForm(name))];
}

const button = (id: string, text: Text, language: Language, onClick: () => void): JSX.Element =>
  h(
    "button",
    {
      id,
      type: "button",
      "aria-disabled": String(session.isWaiting),
      onClick: () => (session.isWaiting ? undefined : onClick()),
    },
    text[language],
  );
