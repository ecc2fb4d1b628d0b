// @ts-check
/** The page of the croupier and the jefe de mesa: what the table says, what waits for a person, and the keys. */
import { byId, h, put } from "./dom.ts";
import { keyColumn } from "./control-keys.js";
import { askDialog } from "./control-dialog.js";
import { signInBox } from "./control-sign-in.ts";
import { handKeys } from "./control-cards.js";
import { diceKeys } from "./control-dice.js";
import { seriesLine, stateCard } from "./control-state.js";
import { taskList } from "./control-tasks.js";
import { markMore } from "./control-more.ts";
import { HEALTH, kindOf, LANGUAGE_NAMES, ROLES, word } from "./i18n.ts";
import { ICONS } from "./icons.ts";
import { connect } from "./link.ts";

/** @typedef {import("./i18n.ts").Language} Language */
/** @typedef {{ role: string, name: string }} Person */
/**
 * What the parts of the page see and may do.
 * @typedef {{
 *   language: Language, view: any, fresh: boolean, person: Person | null, waiting: boolean,
 *   press: (key: any) => void, say: (kind: "done" | "refused", text: string) => void,
 *   dialog: ReturnType<typeof askDialog>,
 * }} Desk
 */

const DONE_MS = 4000;
/** Keys that count only once a second person says the same. */
const TWO_PEOPLE = ["card-is", "dice-are"];

/** @type {Language | null} */
let chosen = null;
/** @type {import("./link.ts").Shown | null} */
let shown = null;
let fresh = false;
/** @type {Person | null} */
let person = null;
/** Counts up on each connection. */
let lastId = 0;
/** What waits for its answer; `word`: what is said when it is taken. @type {{ id: number, what: "sign-in" | "press", word: string } | null} */
let pending = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideMessage;

/** @returns {Language} */
const language = () => chosen ?? shown?.view.languages[0] ?? "es";

const link = connect("/ws/control", {
  onView: (next) => {
    shown = next;
    desk.dialog.viewChanged(next.view);
    render();
  },
  onFresh: (now) => {
    fresh = now;
    if (!fresh) desk.dialog.close();
    render();
  },
  onMessage: receive,
  onClosed: () => {
    if (pending?.what === "press") say("refused", word("lost", language()));
    pending = null;
    person = null;
    lastId = 0;
    desk.dialog.close();
    signIn.restart();
    render();
  },
});

const signIn = signInBox((name, pin) => send("sign-in", { type: "sign-in", name, pin }));

/** @type {Desk} */
const desk = {
  get language() {
    return language();
  },
  get view() {
    return shown?.view ?? null;
  },
  get fresh() {
    return fresh;
  },
  get person() {
    return person;
  },
  get waiting() {
    return pending !== null;
  },
  // One person's word for a card or for dice is not done: a second person must name them too, and that stands among the tasks.
  press: (key) => send("press", { type: "press", key }, TWO_PEOPLE.includes(key.key) ? "noted" : "done"),
  say,
  dialog: askDialog(/** @type {HTMLDialogElement} */ (byId("dialog")), () => desk),
};

/** @param {"sign-in" | "press"} what @param {object} message @param {string} [taken] word that is said then */
function send(what, message, taken = "done") {
  if (pending !== null) return;
  const id = lastId + 1;
  if (!fresh || !link.send({ ...message, id })) return say("refused", word("disconnected", language()));
  lastId = id;
  pending = { id, what, word: taken };
  byId("message").hidden = true;
  render();
}

/** @param {any} message */
function receive(message) {
  switch (message.type) {
    case "signed-in":
      person = { role: message.role, name: message.name };
      pending = null;
      byId("message").hidden = true;
      break;
    case "signed-out":
      person = null;
      pending = null;
      desk.dialog.close();
      signIn.restart();
      break;
    case "done":
      say("done", word(pending?.word ?? "done", language()));
      if (pending?.id === message.id) pending = null;
      break;
    case "notice":
      say("refused", `${word("onPanel", language())}: ${message.why[language()]}`);
      break;
    case "refused":
      if (pending?.what === "sign-in") signIn.wrong();
      if (pending?.id === message.id) pending = null;
      say("refused", message.why[language()]);
  }
  render();
}

/** @param {"done" | "refused"} kind @param {string} text */
function say(kind, text) {
  const box = byId("message");
  clearTimeout(hideMessage);
  box.hidden = false;
  box.className = kind;
  put(
    box,
    ICONS[kind === "done" ? "tick" : "cross"](),
    h("div", {}, kind === "refused" ? h("strong", {}, word("refused", language())) : null, h("span", {}, text)),
  );
  // What was refused stays until the next press: somebody must have read it.
  if (kind === "done") hideMessage = setTimeout(() => (box.hidden = true), DONE_MS);
}

function signOut() {
  if (pending === null && link.send({ type: "sign-out", id: lastId + 1 })) lastId += 1;
}

function render() {
  const now = language();
  document.documentElement.lang = now;
  document.body.dataset.live = fresh ? "yes" : "no";
  bar(now);
  alarm(now);
  document.body.dataset.kind = kindOf(shown?.view) ?? "";
  put(byId("state"), stateCard(desk));
  const keys = [...handKeys(desk), ...diceKeys(desk)];
  byId("moves").hidden = keys.length === 0;
  put(byId("moves"), ...keys);
  put(byId("tasks"), ...taskList(desk));
  markMore(byId("tasks"), now);
  put(byId("series"), seriesLine(desk));
  if (person === null) signIn.show(byId("side"), now, fresh && pending === null);
  else put(byId("side"), ...keyColumn(desk));
}

/** @param {Language} now */
function bar(now) {
  const view = shown?.view;
  put(
    byId("table"),
    h("strong", {}, view?.table ?? "tirada"),
    h("span", {}, view === undefined ? word("connecting", now) : view.game[now]),
  );
  put(
    byId("languages"),
    .../** @type {Language[]} */ (view?.languages ?? ["es"]).map((each) =>
      h(
        "button",
        {
          lang: each,
          "aria-label": LANGUAGE_NAMES[each],
          "aria-pressed": String(each === now),
          click: () => choose(each),
        },
        each,
      ),
    ),
  );
  put(
    byId("who"),
    person === null
      ? null
      : h("div", { class: "person" }, h("strong", {}, person.name), h("span", {}, ROLES[person.role][now])),
    person === null ? null : h("button", { id: "sign-out", click: signOut }, word("signOut", now)),
  );
}

/** What is wrong, and the banner of the test mode. @param {Language} now */
function alarm(now) {
  const view = shown?.view;
  const health = view?.device.health ?? "ok";
  const words = !fresh ? word("disconnected", now) : health === "ok" ? null : HEALTH[health][now];
  // What a card device warns of stands among the tasks, with its key.
  const [fault] = (fresh ? (view?.device.faults ?? []) : []).filter(
    (/** @type {any} */ { code }) => view?.cards === null || !code.startsWith("warning-"),
  );
  const calm = fresh && health === "waiting" && fault === undefined;
  byId("test").hidden = view?.test !== true;
  put(byId("test"), `${word("test", now)}: ${word("testMeans", now)}`);
  byId("alarm").hidden = words === null && fault === undefined;
  byId("alarm").className = calm ? "calm" : "trouble";
  put(
    byId("alarm"),
    ICONS.warn(),
    h("strong", {}, words ?? fault?.text[now] ?? ""),
    fault === undefined ? null : h("span", {}, fault.doThis[now]),
  );
}

/** @param {Language} each */
function choose(each) {
  chosen = each;
  render();
}

render();
