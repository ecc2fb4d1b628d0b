/** What a technician does at the table: signs in, begins an act, is led through it, sees how it ended. */
import type { ActName, ActOffer, ActRequest, ActState } from "../../../../src/people/acts.ts";
import type { Person, Role } from "../../../../src/people/roles.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import type { Text } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type ComponentChild, type JSX } from "preact";
import { roleName, type Language } from "../i18n.ts";
import { connectScreen, type Message } from "../link.ts";
import { ask, drawPage } from "../technician-page.ts";
import { eyeForm } from "./eye-form.ts";
import { inspectionForm, type BeginWith } from "./inspection.ts";
import type { Telling } from "./parts.ts";
import { field, typed } from "./typed.ts";

const { page: WORDS, names: NAMES, about: ABOUT, ends: ENDS } = textsOf("acts");

const ACTS = "/technician/acts";
/** How often it is asked how an act stands, while nobody is signed in here. */
const ASK_MS = 3_000;
/** How often this page says that somebody is before it. */
const HERE_MS = 10_000;
/** What an act said, of which the page shows the newest lines. */
const SAID_SHOWN = 12;

interface ActsAnswer {
  readonly offer: ActOffer;
  readonly state: ActState | null;
  readonly people: readonly Person[];
}
const isActsAnswer = (value: unknown): value is ActsAnswer =>
  typeof value === "object" && value !== null && "offer" in value && "state" in value && "people" in value;

/** What is asked for on a form before the act begins. */
const FORMS: Partial<Record<ActName, (language: Language, begin: BeginWith) => JSX.Element>> = {
  "inspect-wheel": inspectionForm,
  "calibrate-eye": eyeForm,
};

let told: ActsAnswer | null = null;
let state: ActState | null = null;
let link: ReturnType<typeof connectScreen> | null = null;
let signedIn: { readonly name: string; readonly role: Role } | null = null;
let refusal: Text | null = null;
/** A message waits for its answer. */
let isWaiting = false;
let lastId = 0;
let opened: ActName | null = null;

/** Sends one message; what comes of it is told by its answer. */
function send(message: object): void {
  refusal = null;
  isWaiting = link?.send({ ...message, id: ++lastId }) ?? false;
  drawPage();
}

const act = (request: ActRequest): void => send({ type: "act", act: request });

function handleMessage(message: Exclude<Message, { type: "view" | "pulse" }>): void {
  switch (message.type) {
    case "signed-in":
      signedIn = message;
      isWaiting = false;
      break;
    case "signed-out":
      signedIn = null;
      break;
    case "act":
      ({ state } = message);
      break;
    case "done":
    case "refused":
      isWaiting = false;
      if (message.type === "refused") refusal = message.why;
      break;
    default:
      return;
  }
  drawPage();
}

/** A telephone that slept has lost its connection, and with it who was signed in: the act waits for a while. */
function handleClosed(): void {
  signedIn = null;
  isWaiting = false;
  lastId = 0;
  drawPage();
}

function signIn(): void {
  const name = typed.get("name") ?? told?.people[0]?.name ?? "";
  const pin = typed.get("pin") ?? "";
  typed.delete("pin");
  if (link !== null) {
    send({ type: "sign-in", name, pin });
    return;
  }
  // The place of a control page is taken by who signs in, and by nobody who only looks.
  let isFirst = true;
  link = connectScreen("/ws/control", {
    onView: () => {
      if (isFirst) send({ type: "sign-in", name, pin });
      isFirst = false;
    },
    onMessage: handleMessage,
    onClosed: handleClosed,
  });
  isWaiting = true;
  drawPage();
}

/** Asks what can be done, and how what somebody does stands. */
export async function askActs(): Promise<void> {
  if (!document.hidden && signedIn === null) {
    const answer = await ask(ACTS);
    if (isActsAnswer(answer)) {
      told = answer;
      state = answer.state;
      drawPage();
    }
  }
  setTimeout(() => void askActs(), ASK_MS);
}

/** Says now and then that somebody has the page before them. */
export function keepAct(): void {
  setInterval(() => {
    const isMine = state?.ended === null && state.by === signedIn?.name;
    if (isMine && !document.hidden && !isWaiting) link?.send({ type: "act", id: ++lastId, act: hereIn(state) });
  }, HERE_MS);
}
const hereIn = (going: ActState | null): ActRequest => ({ do: "here", number: going?.number ?? 0 });

/** The whole place. */
export function doPart({ language }: Telling): JSX.Element[] {
  const going = state !== null && state.ended === null ? state : null;
  return [
    h("h2", null, WORDS.title[language]),
    ...(signedIn === null ? signInPart(language) : [signedPart(signedIn, language)]),
    refusal === null ? null : h("p", { class: "refusal", role: "alert" }, refusal[language]),
    state === null ? null : statePart(state, language),
    ...(signedIn === null || going !== null ? [] : offerPart(signedIn.role, language)),
  ].filter((one) => one !== null);
}

function signInPart(language: Language): JSX.Element[] {
  const people = told?.people ?? [];
  if (told !== null && people.length === 0) return [h("p", { class: "hint" }, WORDS.nobody[language])];
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (!isWaiting) signIn();
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
        { id: "act-sign-in", type: "submit", "aria-disabled": String(isWaiting) },
        WORDS["sign-in"][language],
      ),
    ),
  ];
}

const signedPart = (
  { name, role }: { readonly name: string; readonly role: Role },
  language: Language,
): JSX.Element =>
  h(
    "p",
    { class: "signed" },
    h("strong", null, fillText(WORDS.signed, { name, role: roleName(role, language) })[language]),
    button("act-sign-out", WORDS["sign-out"], language, () => send({ type: "sign-out" })),
  );

/** The act that goes on, or that ended last. */
function statePart({ act: name, by, said, asked, ended, number }: ActState, language: Language): JSX.Element {
  const isMine = signedIn?.name === by && ended === null;
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
    !isMine
      ? null
      : h(
          "div",
          { class: "answers" },
          ...(asked?.answers ?? []).map(({ answer, text }, at) =>
            button(`act-answer-${at}`, text, language, () =>
              act({ do: "answer", number, step: asked?.step ?? 0, answer }),
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
  if (is === "device-lost" && why !== null) return `${ENDS[is][language]} (${why[language]}).`;
  return `${ENDS.failed[language]}. ${(why ?? ENDS[is])[language]}`;
}

function offerPart(role: Role, language: Language): JSX.Element[] {
  const { acts, devices } = told?.offer ?? { acts: [], devices: [] };
  const begin = (name: ActName, values: Readonly<Record<string, string>> = {}): void =>
    act({ do: "begin", act: name, values });
  const keysOf = (name: ActName): readonly ComponentChild[] => {
    if (name === "test-device" || name === "accept-device")
      return devices.map((device) =>
        h(
          "button",
          { id: `begin-${name}-${device}`, type: "button", onClick: () => begin(name, { device }) },
          device,
        ),
      );
    const form = FORMS[name];
    if (form !== undefined)
      return opened === name
        ? [form(language, (values) => begin(name, values))]
        : [button(`begin-${name}`, WORDS.begin, language, () => openForm(name))];
    return [button(`begin-${name}`, WORDS.begin, language, () => begin(name))];
  };
  return acts
    .filter((name) => role === "tecnico" || name === "inspect-wheel")
    .map((name) =>
      h(
        "section",
        { class: "offer" },
        h("h3", null, NAMES[name][language]),
        h("p", { class: "hint" }, ABOUT[name][language]),
        h("div", { class: "answers" }, ...keysOf(name)),
      ),
    );
}

function openForm(name: ActName): void {
  opened = name;
  drawPage();
}

const button = (id: string, text: Text, language: Language, onClick: () => void): JSX.Element =>
  h(
    "button",
    {
      id,
      type: "button",
      "aria-disabled": String(isWaiting),
      onClick: () => (isWaiting ? undefined : onClick()),
    },
    text[language],
  );
