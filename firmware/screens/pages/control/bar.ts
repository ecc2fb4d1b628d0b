/** What stands above the control page: the table, who is signed in, languages, what is wrong, and the banner of the test mode. */
import { h } from "preact";
import { languageButtons, markTitle, testWords } from "../head.ts";
import { HEALTH, kindOf, ROLES, wordIn, type Language } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import { byId, drawInto } from "../page.ts";
import type { Desk } from "./desk.ts";

interface BarKeys {
  readonly choose: (language: Language) => void;
  readonly signOut: () => void;
}

export function drawBar(desk: Desk, { choose, signOut }: BarKeys): void {
  const { language: now, person } = desk;
  const view = desk.view ?? undefined;
  drawInto(
    byId("table"),
    h("strong", { dir: "auto" }, view?.table ?? "tirada"),
    h("span", null, view === undefined ? wordIn("connecting", now) : view.game[now]),
  );
  drawInto(byId("languages"), ...languageButtons(view?.languages, now, choose));
  drawInto(
    byId("who"),
    person === null
      ? null
      : h("div", { class: "person" }, h("strong", null, person.name), h("span", null, ROLES[person.role][now])),
    person === null
      ? null
      : h(
          "button",
          { id: "recall", disabled: !desk.fresh, onClick: () => desk.askRecall({ round: null }) },
          wordIn("seriesPast", now, kindOf(view)),
        ),
    person === null ? null : h("button", { id: "sign-out", onClick: signOut }, wordIn("signOut", now)),
  );
}

/** What is wrong, and the banner of the test mode. */
export function drawAlarm({ language: now, view: current, fresh }: Desk): void {
  const view = current ?? undefined;
  const health = view?.device.health ?? "ok";
  const words = !fresh ? wordIn("disconnected", now) : health === "ok" ? null : HEALTH[health][now];
  // What a card device warns of stands among the tasks, with its key.
  const [fault] = (fresh ? (view?.device.faults ?? []) : []).filter(
    ({ code }) => view?.cards === null || !code.startsWith("warning-"),
  );
  const calm = fresh && health === "waiting" && fault === undefined;
  byId("test").hidden = view?.test !== true;
  markTitle(view?.test === true, now);
  drawInto(byId("test"), testWords(now));
  byId("alarm").hidden = words === null && fault === undefined;
  byId("alarm").className = calm ? "calm" : "trouble";
  drawInto(
    byId("alarm"),
    iconSign("warn"),
    h("strong", null, words ?? fault?.text[now] ?? ""),
    fault === undefined ? null : h("span", null, fault.doThis[now]),
  );
}
