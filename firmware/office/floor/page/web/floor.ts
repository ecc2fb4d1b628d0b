/** The floor's page: the map of its rooms, the table that somebody opened, what waits, what is looked for. */
import { Fragment, h, render, type ComponentChild, type JSX } from "preact";
import type { Room } from "../../../../../src/floor/rooms.ts";
import type { Language } from "../../../../../src/text/language.ts";
import { askedLanguage, keepAsked } from "../../../../screens/pages/asked-language.ts";
import { iconSign } from "../../../../screens/pages/icons.ts";
import { byId, drawChanged, drawInto, speakIn } from "../../../../screens/pages/page.ts";
import { alarmsPanel } from "./alarms-panel.ts";
import { ask } from "./ask.ts";
import { AskedPanels, ASKED_DOORS, type AskedDoor } from "./asked-panels.ts";
import { RoomDraft } from "./draw-rooms.ts";
import { drawingPanel } from "./drawing-panel.ts";
import { FindTables } from "./find-tables.ts";
import { askToLeave, saveRooms } from "./keep-drawing.ts";
import { listen, type Feed, type ShownTable } from "./feed.ts";
import { headParts, type Door } from "./floor-head.ts";
import { askEnrolment, askFork, askRetire } from "./key-questions.ts";
import { askOrder, type OrderingPerson } from "./order-question.ts";
import { OpenTable } from "./open-table.ts";
import { every } from "./page-clock.ts";
import { RoomMap } from "./room-map.ts";
import type { AskedParts } from "./search-panel.ts";
import { TableList } from "./table-list.ts";
import type { PlacesParts, TablePlaces } from "./table-places.ts";
import { waitingTables, waitsPanel } from "./waits-panel.ts";
import { ORDER, shownOf, word, type Shown } from "./words.ts";

/** The wall shows the rooms and what waits, and has nothing to press. */
const IS_WALL = location.pathname === "/wall";
/** How long ago something was changes slowly; what is not told by itself is read again so often. */
const TICK_MS = 10_000;
/** No map of rooms can be read on so narrow a screen: there the tables stand in a list. */
const IS_NARROW = matchMedia("(max-width: 760px)");

/** Who looks, and what they may do. */
interface Me extends OrderingPerson {
  readonly role: string;
  readonly key: string;
  readonly may: readonly string[];
}

let language: Language = askedLanguage() ?? "es";
let me: Me | null = null;
/** What stands beside the map. */
let side: Door | "nothing" | "table" = "nothing";
let opened: OpenTable | null = null;
let drawing: RoomDraft | null = null;
const changed = new Set<string>();
let isDue = false;
let isAll = true;

const feed: Feed = listen({
  onNews: (logs, isFloor) => {
    for (const log of logs) changed.add(log);
    isAll ||= isFloor;
    drawSoon();
  },
  onLive: (isLive) => {
    document.body.dataset["live"] = isLive ? "yes" : "no";
    drawSoon();
  },
});

const finding = new FindTables(() => language);
const placesParts: PlacesParts = {
  place: byId("map"),
  choose: (log) => openTable(log),
  language: () => language,
  now: () => feed.now(),
  isWanted: (table, label) => finding.isWanted(table, label),
  isWall: IS_WALL,
  isDrawing: () => drawing !== null,
  put: (log, room, at) => {
    drawing?.place(log, places.labelOf(log), room, at);
    redraw();
  },
};
const newPlaces = (): TablePlaces =>
  IS_NARROW.matches && !IS_WALL ? new TableList(placesParts) : new RoomMap(placesParts);
let places = newPlaces();

const panels = new AskedPanels({
  asked,
  isOpen: (door) => side === door,
  draw: (content) => drawInto(byId("side-body"), closeButton(), content),
});

/** Everything that changed until the screen shows its next picture is drawn in that one. */
function drawSoon(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    draw();
  });
}

function redraw(): void {
  isAll = true;
  draw();
}

const now = (): number => feed.now();
const may = (what: string): boolean => me?.may.includes(what) === true;
const roomsNow = (): readonly Room[] => drawing?.rooms ?? feed.lists?.rooms ?? NO_ROOMS;
const NO_ROOMS: readonly Room[] = [];

function draw(): void {
  speakIn(language);
  const title = `${feed.lists?.name ?? ""} · tirada · ${word("title", language)}`.replace(/^ · /, "");
  if (document.title !== title) document.title = title;
  places.draw(feed.tables, roomsNow(), isAll ? null : [...changed]);
  const isOpen = opened !== null && (isAll || changed.has(opened.log));
  changed.clear();
  isAll = false;
  drawHead();
  drawOffline();
  if (side === "waits" || side === "alarms" || isOpen) drawSide();
}

/** That nothing is current: the page has lost its server, or the server the store. */
function drawOffline(): void {
  const isLost = !feed.isLive();
  const isAway = feed.lists?.isAway === true;
  byId("offline").hidden = !isLost && !isAway;
  drawChanged(
    byId("offline"),
    iconSign("disconnected"),
    h("strong", null, word(isLost || !isAway ? "offline" : "store-away", language)),
    h("span", null, word("offline-means", language)),
  );
}

/** What changed alone: a key that is pressed meanwhile stays, and so does what somebody types. */
function drawHead(): void {
  const { enrolments = [], forks = [] } = feed.lists ?? {};
  const shown = [...feed.tables.values()].map(shownOf);
  const parts = headParts({
    language,
    name: feed.lists?.name ?? word("title", language),
    counts: new Map(ORDER.map((one) => [one, shown.filter((other) => other === one).length])),
    wall: IS_WALL ? timeText() : null,
    only: finding.only,
    findText: finding.text,
    side,
    waiting: waitingTables(feed.tables.values()).length + enrolments.length + forks.length,
    alarms: feed.lists?.alarms?.all.filter(({ by }) => by === null).length ?? null,
    mayDraw: may("draw") && !IS_NARROW.matches,
    person: me?.person ?? "",
    chooseOnly,
    chooseLanguage,
    toggle,
    find,
    openFound,
    zoom: (steps) => places.zoomBy(steps),
  });
  render(h(Fragment, null, ...parts), byId("head"));
}

const timeText = (): string =>
  new Date(feed.now()).toLocaleTimeString(language, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: feed.lists?.zone ?? "UTC",
  });

function asked(): AskedParts {
  return {
    language,
    zone: feed.lists?.zone ?? "UTC",
    labelOf: (log) => places.labelOf(log),
    wearsOf: (log) => feed.tables.get(log)?.wears ?? [],
    choose: openTable,
  };
}

function closeButton(): JSX.Element {
  return h(
    "button",
    { class: "close", "aria-label": word("close", language), onClick: closeSide },
    iconSign("cross"),
  );
}

function drawSide(): void {
  const [place, body] = [byId("side"), byId("side-body")];
  place.hidden = side === "nothing";
  if (side === "nothing") drawChanged(body);
  else if (side === "drawing") drawInto(body, closeButton(), drawingPart());
  else if (side === "waits") drawChanged(body, closeButton(), waitsPart());
  else if (side === "alarms") drawChanged(body, closeButton(), alarmsPart());
  else if (side === "table") drawChanged(body, closeButton(), tablePart());
}

const waitsPart = (): JSX.Element =>
  waitsPanel([...feed.tables.values()], feed.lists, {
    ...asked(),
    now: feed.now(),
    choose: (log, round) => openTable(log, round ?? null),
    confirm: (one) => askEnrolment(one, now, language),
    settle: (one) => askFork(one, now, language),
    mayKeys: may("keys"),
  });

function alarmsPart(): ComponentChild {
  const alarms = feed.lists?.alarms;
  const parts = {
    ...asked(),
    now: feed.now(),
    choose: (log: string) => openTable(log),
    mayAcknowledge: may("alarms"),
  };
  return alarms === undefined ? null : alarmsPanel(alarms, parts);
}

function tablePart(): ComponentChild {
  const table = opened === null ? undefined : feed.tables.get(opened.log);
  return table === undefined ? null : opened?.panel(table);
}

/** What this person may do with a table. */
function actsOf(table: ShownTable): readonly JSX.Element[] {
  if (table.condition === "retired" || me === null) return [];
  const person = me;
  const order = (): void => askOrder(table, person, now, language);
  const others = [...feed.tables.values()].filter(
    ({ log, condition }) => log !== table.log && condition !== "retired",
  );
  const retire = (): void => askRetire(table, others, feed.lists, now, language);
  return [
    ...(person.orders.length > 0 ? [h("button", { onClick: order }, word("order-open", language))] : []),
    ...(may("keys") ? [h("button", { onClick: retire }, word("retire-do", language))] : []),
  ];
}

function openTable(log: string, round: number | null = null): void {
  if (IS_WALL) return;
  if (drawing !== null) {
    places.mark(log);
    return drawSide();
  }
  setSide("table");
  opened = new OpenTable(log, round, {
    language: () => language,
    now: () => feed.now(),
    labelOf: (of) => places.labelOf(of),
    onRead: drawSide,
    acts: actsOf,
  });
  places.mark(log);
  drawSide();
}

function setSide(next: typeof side): void {
  side = next;
  opened?.close();
  opened = null;
  byId("side-more").replaceChildren();
}

function closeSide(): void {
  const log = opened?.log ?? null;
  if (side === "drawing") return leaveDrawing();
  setSide("nothing");
  places.mark(null);
  drawSide();
  drawHead();
  if (log !== null) places.focus(log);
}

const isAsked = (door: string): door is AskedDoor => ASKED_DOORS.includes(door);

function toggle(door: Door): void {
  if (drawing !== null) return leaveDrawing();
  if (side === door) return closeSide();
  setSide(door);
  places.mark(null);
  if (door === "drawing") drawing = new RoomDraft(roomsNow(), feed.lists?.drawn?.act ?? null);
  redraw();
  drawSide();
  if (isAsked(door)) panels.open(door);
}

const drawingPart = (): JSX.Element =>
  drawingPanel(drawing ?? new RoomDraft([], null), {
    language,
    chosen: places.chosen,
    redraw: () => {
      redraw();
      drawSide();
    },
    save: saveDrawing,
    leave: leaveDrawing,
  });

const drawingEnd = () => ({ language, drawn: () => feed.lists?.drawn ?? null, end: endDrawing });

function leaveDrawing(): void {
  if (drawing === null) endDrawing();
  else askToLeave(drawing, drawingEnd());
}

function saveDrawing(): void {
  if (drawing !== null) void saveRooms(drawing, drawing.base, drawingEnd());
}

function endDrawing(): void {
  drawing = null;
  setSide("nothing");
  places.mark(null);
  redraw();
  drawSide();
}

function chooseOnly(shown: Shown): void {
  finding.only = finding.only === shown ? null : shown;
  places.drawWanted();
  drawHead();
}

function find(event: Event): void {
  if (!(event.target instanceof HTMLInputElement)) return;
  finding.text = event.target.value;
  places.drawWanted();
}

/** The return key opens the table that fits best. */
function openFound(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !finding.isAsked) return;
  const [found] = finding.found(feed.tables.values(), (log) => places.labelOf(log));
  if (found !== undefined) openTable(found.log);
}

function chooseLanguage(chosen: Language): void {
  language = chosen;
  keepAsked(chosen);
  redraw();
  drawSide();
  void opened?.read();
  if (isAsked(side)) panels.open(side);
}

/** Escape closes what stands beside the map; a stroke begins to look for something. */
function pressed(event: KeyboardEvent): void {
  const inside = (which: string): boolean =>
    event.target instanceof Element && event.target.closest(which) !== null;
  if (event.key === "Escape" && side !== "nothing" && !inside("dialog")) closeSide();
  if (event.key !== "/" || IS_WALL || inside("dialog, input, textarea, select")) return;
  event.preventDefault();
  document.getElementById("find")?.focus();
}

async function begin(): Promise<void> {
  document.body.dataset["wall"] = IS_WALL ? "yes" : "no";
  addEventListener("keydown", pressed);
  IS_NARROW.addEventListener("change", () => {
    if (drawing !== null) endDrawing();
    places.close();
    places = newPlaces();
    places.mark(opened?.log ?? null);
    redraw();
  });
  every(TICK_MS, () => {
    redraw();
    void opened?.read();
  });
  me = await ask<Me>("/me");
  redraw();
}

draw();
void begin();
