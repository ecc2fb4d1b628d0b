/** The page of the croupier and the jefe de mesa: what the table says, what waits for a person, and the keys. */
import { h } from "preact";
import { byId, drawInto, speakIn } from "./page.ts";
import { onTableZone } from "./table-hours.ts";
import { keyColumn } from "./control/keys.ts";
import { drawAlarm, drawBar } from "./control/bar.ts";
import { askDialog } from "./control/dialog.ts";
import { signInBox } from "./control/sign-in.ts";
import { handKeys } from "./control/cards.ts";
import { ballKeys } from "./control/balls.ts";
import { diceKeys } from "./control/dice.ts";
import { seriesLine, stateCard } from "./control/state.ts";
import { taskList } from "./control/tasks.ts";
import { markMore } from "./control/more.ts";
import { allowSounds, soundOfRefusal, soundOfTasks } from "./control/sounds.ts";
import { kindOf, wordIn, type Word, type Language } from "./i18n.ts";
import { houseCountdown, tellCountdown } from "./house-countdown.ts";
import { iconSign } from "./icons.ts";
import { connectScreen, type Message, type Shown } from "./link.ts";
import type { Person } from "../../../src/people/roles.ts";
import { awayWatch, type AwayNote } from "./control/away.ts";
import type { Desk, NameAndPin } from "./control/desk.ts";
import { keepFocus } from "./control/focus.ts";
import type { BesideKey } from "./control/second-person.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Text } from "../../../src/text/language.ts";

const DONE_MS = 4000;
/** Keys that count only once a second person says the same. */
const TWO_PEOPLE = ["card-is", "dice-are", "ball-is"];

let chosen: Language | null = null;
let shown: Shown | null = null;
let fresh = false;
let person: Person | null = null;
/** Counts up on each connection. */
let lastId = 0;
/** What waits for its answer; `word`: the message when the unit accepts it. */
let pending: {
  id: number;
  what: "sign-in" | "press" | "preview" | "recall" | "acta";
  word: Word;
  key: Key["key"] | null;
  /** Gets what would follow on a key. */
  then?: (will: readonly Text[]) => void;
  /** Gets why it was refused; null: it was taken. Absent: a refusal is a message of the page. */
  answered?: (why: string | null) => void;
} | null = null;
const away = awayWatch(() => performance.now());
let awayNote: AwayNote | null = null;
let isUnfolded = false;
const focus = keepFocus(() => (person === null ? firstKeyOf(byId("side")) : null) ?? byId("state"));
const firstKeyOf = (place: HTMLElement) => place.querySelector<HTMLElement>("button:not(:disabled)");
// Whoever leaves a question is where he asked it.
byId("dialog").addEventListener("close", () => focus.giveBack());
let hideMessage: ReturnType<typeof setTimeout> | undefined;

const pageLanguage = (): Language => chosen ?? shown?.view.languages[0] ?? "es";

const link = connectScreen("/ws/control", {
  onPulse: (wall) => tellCountdown(wall, pageLanguage()),
  onView: (next) => {
    soundOfTasks(shown?.view ?? null, next.view);
    shown = next;
    if (awayNote !== null) awayNote = away.catchUp(next.view) ?? awayNote;
    desk.dialog.viewChanged(next.view);
    drawPage();
  },
  onFresh: (now) => {
    fresh = now;
    if (fresh) awayNote = away.comeBack(shown?.view ?? null) ?? awayNote;
    else {
      leave();
      desk.dialog.close();
    }
    drawPage();
  },
  onMessage: handleMessage,
  onClosed: () => {
    if (pending?.what === "press") showMessage("refused", wordIn("lost", pageLanguage()));
    leave();
    pending = null;
    person = null;
    lastId = 0;
    desk.dialog.close();
    signIn.restart();
    drawPage();
  },
});

/** From here on nothing is known of the table, nor of a key that was not answered. */
const leave = (): void => away.leave(shown?.view ?? null, pending?.what === "press" ? pending.key : null);

const signIn = signInBox((name, pin) => sendMessage("sign-in", { type: "sign-in", name, pin }), focus.giveBack);

function dialogBox(): HTMLDialogElement {
  const box = byId("dialog");
  if (!(box instanceof HTMLDialogElement)) throw new Error("#dialog of the page is no dialog");
  return box;
}

const desk: Desk = {
  get language() {
    return pageLanguage();
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
  press: (key, then) => {
    const word = TWO_PEOPLE.includes(key.key) ? "noted" : "done";
    sendMessage(
      "press",
      { type: "press", key, beat: link.beat() },
      { word, key: key.key, ...(then === undefined ? {} : { taken: then }) },
    );
  },
  pressBeside: (key: BesideKey, by: NameAndPin, then) =>
    sendMessage("press", { type: "press", key, by, beat: link.beat() }, { key: key.key, answered: then }),
  askWhat: (key, then) => sendMessage("preview", { type: "preview", key }, { then }),
  askRecall: (wanted) =>
    sendMessage("recall", { type: "recall", round: null, ...wanted, language: pageLanguage() }),
  askActa: (round) => sendMessage("acta", { type: "acta", round, language: pageLanguage() }),
  showMessage,
  get away() {
    return awayNote;
  },
  seeAway: () => {
    awayNote = null;
    drawPage();
  },
  get isUnfolded() {
    return isUnfolded;
  },
  unfold: (isOpen) => {
    isUnfolded = isOpen;
    drawPage();
  },
  dialog: askDialog(dialogBox(), () => desk),
};

/** What becomes of a message. `word`: of the message when the unit takes it; `taken`: what is done then. */
interface Awaited {
  readonly word?: Word;
  readonly key?: Key["key"];
  readonly then?: (will: readonly Text[]) => void;
  readonly answered?: (why: string | null) => void;
  readonly taken?: () => void;
}

function sendMessage(what: NonNullable<typeof pending>["what"], message: object, awaited: Awaited = {}) {
  if (pending !== null) return;
  const id = lastId + 1;
  if (!fresh || !link.send({ ...message, id })) {
    showMessage("refused", wordIn("disconnected", pageLanguage()));
    return;
  }
  lastId = id;
  const { word = "done", key = null, then, answered, taken } = awaited;
  const after = answered ?? (taken === undefined ? undefined : takenOnly(taken));
  pending = { id, what, word, key, ...(then && { then }), ...(after && { answered: after }) };
  byId("message").hidden = true;
  drawPage();
}

/** A refusal is said as that of any key. */
const takenOnly = (taken: () => void) => (why: string | null) => {
  if (why === null) taken();
  else showMessage("refused", why);
};

function handleMessage(message: Exclude<Message, { type: "view" | "pulse" }>) {
  switch (message.type) {
    case "signed-in":
      person = { role: message.role, name: message.name };
      // Whoever takes a post over is signed in before his key is answered.
      if (pending?.what === "sign-in") pending = null;
      byId("message").hidden = true;
      break;
    case "act":
    case "read":
      // The technician's page asks for them and shows them.
      return;
    case "signed-out":
      person = null;
      pending = null;
      desk.dialog.close();
      signIn.restart();
      break;
    case "done": {
      showMessage("done", wordIn(pending?.word ?? "done", pageLanguage()));
      const answered = pending?.id === message.id ? pending.answered : undefined;
      if (pending?.id === message.id) pending = null;
      answered?.(null);
      break;
    }
    case "preview": {
      const then = pending?.id === message.id ? pending.then : undefined;
      pending = null;
      if (person !== null) then?.(message.will);
      break;
    }
    case "recall":
      if (pending?.id === message.id) pending = null;
      if (person !== null) desk.dialog.showRecall(message.recall);
      break;
    case "acta":
      if (pending?.id === message.id) pending = null;
      if (person !== null) desk.dialog.showActa(message.address);
      break;
    case "notice":
      showMessage("refused", `${wordIn("onPanel", pageLanguage())}: ${message.why[pageLanguage()]}`);
      break;
    case "refused": {
      soundOfRefusal(shown?.view ?? null);
      const why = message.why[pageLanguage()];
      if (pending?.what === "sign-in") signIn.wrong();
      if (pending?.what === "preview") desk.dialog.close();
      const answered = pending?.id === message.id ? pending.answered : undefined;
      if (pending?.id === message.id) pending = null;
      if (answered === undefined) showMessage("refused", why);
      else answered(why);
    }
  }
  drawPage();
}

function showMessage(kind: "done" | "refused", text: string) {
  const box = byId("message");
  clearTimeout(hideMessage);
  box.hidden = false;
  box.className = kind;
  // A refusal is heard at once, what is done when there is time for it.
  box.role = kind === "refused" ? "alert" : "status";
  drawInto(
    box,
    iconSign(kind === "done" ? "tick" : "cross"),
    h(
      "div",
      null,
      kind === "refused" ? h("strong", null, wordIn("refused", pageLanguage())) : null,
      h("span", null, text),
    ),
  );
  // A refusal stays until the next press, so that it is read.
  if (kind === "done") hideMessage = setTimeout(() => (box.hidden = true), DONE_MS);
}

function signOut() {
  if (pending === null && link.send({ type: "sign-out", id: lastId + 1 })) lastId += 1;
}

function drawPage() {
  const now = pageLanguage();
  speakIn(now);
  document.body.dataset["live"] = fresh ? "yes" : "no";
  document.body.dataset["signed"] = person === null ? "no" : "yes";
  drawBar(desk, { choose: chooseLanguage, signOut });
  drawAlarm(desk);
  document.body.dataset["kind"] = kindOf(shown?.view) ?? "";
  const countdown = fresh && shown !== null ? houseCountdown(shown.view, now) : null;
  drawInto(byId("state"), stateCard(desk), countdown);
  const keys = [...handKeys(desk), ...diceKeys(desk), ...ballKeys(desk)];
  byId("moves").hidden = keys.length === 0;
  drawInto(byId("moves"), ...keys);
  drawInto(byId("tasks"), ...taskList(desk));
  markMore(byId("tasks"), now);
  drawInto(byId("series"), seriesLine(desk));
  if (person === null) signIn.show(byId("side"), now, fresh && pending === null);
  else drawInto(byId("side"), ...keyColumn(desk));
  focus.giveBack();
}

function chooseLanguage(each: Language) {
  chosen = each;
  drawPage();
}

allowSounds();
onTableZone(drawPage);
drawPage();
