/** The screen of limits, `/screen/limits`: what may be staked at this table, and its rules in brief. Nothing on it depends on a round. */
import { h } from "preact";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { fitBox, whenFontsAreThere } from "./display/fit.ts";
import { markTitle } from "./head.ts";
import { houseSign, watchHouse, type HouseShown } from "./house/house.ts";
import { limitsParts } from "./house/limits.ts";
import { wordIn, type Language } from "./i18n.ts";
import { connectScreen } from "./link.ts";
import { byId, drawInto, speakIn } from "./page.ts";

let view: TableView | null = null;
let house: HouseShown | null = null;

function drawPage(): void {
  const language: Language = view?.languages[0] ?? "es";
  speakIn(language);
  const test = byId("test");
  test.hidden = view?.test !== true;
  markTitle(view?.test === true, language);
  drawInto(test, view?.test === true ? h("strong", null, wordIn("test", language)) : null);
  drawInto(
    byId("head"),
    houseSign(house),
    h("h1", null, h("bdi", null, view?.table ?? ""), h("span", null, view?.game[language] ?? "")),
  );
  drawInto(byId("limits"), ...limitsParts(house, { voidName: view?.voidName ?? null, language }));
  drawInto(byId("foot"), h("span", null, view?.law ?? ""), h("span", null, view?.rulebook ?? ""));
  for (const box of byId("limits").querySelectorAll("section")) fitBox(box);
}

connectScreen("/ws", {
  onView: (next) => {
    const isNew = JSON.stringify(wordsOf(next.view)) !== JSON.stringify(wordsOf(view));
    view = next.view;
    if (isNew) drawPage();
  },
});
watchHouse((said) => {
  house = said;
  drawPage();
});
addEventListener("resize", drawPage);
whenFontsAreThere(drawPage);
drawPage();

/** What of a view stands on this page. */
function wordsOf(shown: TableView | null): readonly unknown[] {
  return [
    shown?.table,
    shown?.game,
    shown?.languages,
    shown?.test,
    shown?.voidName,
    shown?.law,
    shown?.rulebook,
  ];
}
