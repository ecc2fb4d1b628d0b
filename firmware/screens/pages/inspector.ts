/** The inspector's page: whoever signs in reads the last rounds and the one under way. Nothing of the table is pressed here. */
import { h } from "preact";
import type { Recall } from "../../../src/analysis/recall-types.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { textOf } from "../../../src/text/text-of.ts";
import { signInBox } from "./control/sign-in.ts";
import { kindOf, ROLES, wordIn, type Language, type Word } from "./i18n.ts";
import { connectScreen, type Message } from "./link.ts";
import { askedLanguage, keepAsked } from "./asked-language.ts";
import { byId, drawInto, speakIn } from "./page.ts";
import { onTableZone } from "./table-hours.ts";
import { languageButtons, testMark } from "./head.ts";
import { recallList, recallWord } from "./recall-list.ts";

let chosen = askedLanguage();
let view: TableView | null = null;
let fresh = false;
let person: Person | null = null;
let recall: Recall | null = null;
/** Counts up on each connection. */
let lastId = 0;
/** A sign-in or a question waits for its answer. */
let isWaiting = false;
/** What was refused, or that the connection is lost. */
let refused: string | null = null;

const pageLanguage = (): Language => chosen ?? view?.languages[0] ?? "es";
const wordHere = (name: Word): string => wordIn(name, pageLanguage());

const link = connectScreen("/ws/control", {
  onView: (shown) => {
    const isNewRound = view !== null && shown.view.round !== view.round;
    view = shown.view;
    drawPage();
    // A round that is over has a successor: the list is read again, the round that is read stays.
    if (isNewRound) askRecall(recall?.round ?? null);
  },
  onFresh: (now) => {
    fresh = now;
    drawPage();
  },
  onMessage: handleMessage,
  onClosed: () => {
    person = null;
    recall = null;
    isWaiting = false;
    lastId = 0;
    signIn.restart();
    drawPage();
  },
});

const signIn = signInBox((name, pin) => sendMessage({ type: "sign-in", name, pin }));

function sendMessage(message: object): void {
  if (isWaiting || !link.send({ ...message, id: lastId + 1 })) return;
  lastId += 1;
  isWaiting = true;
  refused = null;
  drawPage();
}

/** `round` null: the newest. */
function askRecall(round: number | null): void {
  if (person !== null) sendMessage({ type: "recall", round, language: pageLanguage() });
}

function handleMessage(message: Exclude<Message, { type: "view" | "pulse" }>): void {
  switch (message.type) {
    case "signed-in":
      person = { role: message.role, name: message.name };
      isWaiting = false;
      askRecall(null);
      break;
    case "signed-out":
      person = null;
      recall = null;
      isWaiting = false;
      signIn.restart();
      break;
    case "recall":
      recall = message.recall;
      isWaiting = false;
      break;
    case "refused":
      isWaiting = false;
      refused = message.why[pageLanguage()];
      if (person === null) signIn.wrong();
      break;
    case "done":
    case "notice":
    case "preview":
    case "act":
    case "read":
    case "acta":
      return;
  }
  drawPage();
}

function drawPage(): void {
  const now = pageLanguage();
  speakIn(now);
  drawInto(
    byId("head"),
    testMark(view?.test === true, now),
    h("h1", null, recallWord("inspector", now)),
    h("span", null, view === null ? wordHere("connecting") : `${view.table} · ${view.game[now]}`),
    h("a", { href: "/analysis" }, textOf("analysis.page.title")[now]),
    h("div", { class: "who" }, ...languageButtons(view?.languages, now, chooseLanguage), ...personPart(now)),
  );
  const trouble = fresh ? refused : wordHere("disconnected");
  byId("message").hidden = trouble === null;
  drawInto(byId("message"), trouble ?? "");
  if (person === null) return signIn.show(byId("main"), now, fresh && !isWaiting);
  drawInto(
    byId("main"),
    h("p", { class: "note" }, recallWord("read-only", now)),
    h("h2", null, wordIn("seriesPast", now, kindOf(view))),
    recall === null ? h("p", null, wordHere("sending")) : recallList(recall, now, askRecall, kindOf(view)),
  );
}

const personPart = (now: Language) =>
  person === null
    ? []
    : [
        h("span", null, `${person.name} · ${ROLES[person.role][now]}`),
        h("button", { id: "again", onClick: () => askRecall(recall?.round ?? null) }, recallWord("again", now)),
        h("button", { id: "sign-out", onClick: () => sendMessage({ type: "sign-out" }) }, wordHere("signOut")),
      ];

function chooseLanguage(each: Language): void {
  chosen = each;
  keepAsked(each);
  drawPage();
  askRecall(recall?.round ?? null);
}

onTableZone(drawPage);
drawPage();
