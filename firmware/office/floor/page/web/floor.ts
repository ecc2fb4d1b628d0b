/** The floor's page: the map of its rooms, the table that somebody opened, what waits, what is looked for. */
import { Fragment, h, render, type JSX } from "preact";
import type { Recall } from "../../../../../src/analysis/recall-types.ts";
import type { Dispute } from "../../../../../src/floor/disputes.ts";
import type { Room } from "../../../../../src/floor/rooms.ts";
import type { Language } from "../../../../../src/text/language.ts";
import { askedLanguage, keepAsked } from "../../../../screens/pages/asked-language.ts";
import { iconSign } from "../../../../screens/pages/icons.ts";
import { byId, drawChanged, drawInto } from "../../../../screens/pages/page.ts";
import { ask } from "./ask.ts";
import { RoomDraft } from "./draw-rooms.ts";
import { drawingPanel } from "./drawing-panel.ts";
import { askToLeave, saveRooms } from "./keep-drawing.ts";
import { listen, type Feed, type ShownTable } from "./feed.ts";
import { headParts, type Door } from "./floor-head.ts";
import { askEnrolment, askFork, askRetire } from "./key-questions.ts";
import { RoomMap } from "./room-map.ts";
import {
  disputesList,
  foundList,
  reportForm,
  reportLinks,
  searchForm,
  wheelsList,
  type AskedParts,
  type Found,
  type WheelKind,
} from "./search-panel.ts";
import { tablePanel, type TableRead } from "./table-panel.ts";
import { waitingTables, waitsPanel } from "./waits-panel.ts";
import { ORDER, shownOf, word, type Shown } from "./words.ts";

/** The wall shows the rooms and what waits, and has nothing to press. */
const IS_WALL = location.pathname === "/wall";
/** How long ago something was changes slowly; what is not told by itself is read again so often. */
const TICK_MS = 10_000;
const DAY_MS = 86_400_000;

/** Who looks, and what they may do. */
interface Me {
  readonly person: string;
  readonly role: string;
  readonly key: string;
  readonly may: readonly string[];
}

/** What stands beside the map. */
type Side = { readonly of: Door | "nothing" } | { readonly of: "table"; readonly log: string };

let language: Language = askedLanguage() ?? "es";
let me: Me | null = null;
let side: Side = { of: "nothing" };
let findText = "";
let sought = "";
let only: Shown | null = null;
let read: TableRead | null = null;
let recall: Recall | null = null;
let round: number | null = null;
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

const map = new RoomMap({
  place: byId("map"),
  choose: (log) => openTable(log),
  language: () => language,
  now: () => feed.now(),
  isWanted,
  isWall: IS_WALL,
  isDrawing: () => drawing !== null,
  put: (log, room, at) => {
    drawing?.place(log, map.labelOf(log), room, at);
    redraw();
  },
});

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

const may = (what: string): boolean => me?.may.includes(what) === true;
const roomsNow = (): readonly Room[] => drawing?.rooms ?? feed.lists?.rooms ?? [];

/** A table's label, name, log or game fits what was typed, and its condition what was chosen. */
function isWanted(table: ShownTable, label: string): boolean {
  if (only !== null && shownOf(table) !== only) return false;
  if (sought === "") return true;
  const words = [label, table.name, table.log, table.game?.[language] ?? "", table.rulebook];
  return words.some((one) => one.toLowerCase().includes(sought));
}

function draw(): void {
  document.documentElement.lang = language;
  document.title = `${feed.lists?.name ?? ""} · tirada · ${word("title", language)}`.replace(/^ · /, "");
  map.draw(feed.tables, roomsNow(), isAll ? null : [...changed]);
  const isOpen = side.of === "table" && (isAll || changed.has(side.log));
  changed.clear();
  isAll = false;
  drawHead();
  drawOffline();
  if (side.of === "waits" || isOpen) drawSide();
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
    only,
    findText,
    side: side.of,
    waiting: waitingTables(feed.tables.values()).length + enrolments.length + forks.length,
    mayDraw: may("draw"),
    person: me?.person ?? "",
    chooseOnly,
    chooseLanguage,
    toggle,
    find,
    openFound,
    zoom: (steps) => map.zoomBy(steps),
  });
  render(h(Fragment, null, ...parts), byId("head"));
}

const timeText = (): string =>
  new Date(feed.now()).toLocaleTimeString(language, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: feed.lists?.zone ?? "UTC",
  });

const asked = (): AskedParts => ({
  language,
  zone: feed.lists?.zone ?? "UTC",
  labelOf: (log) => map.labelOf(log),
  choose: openTable,
});

const closeButton = (): JSX.Element =>
  h("button", { class: "close", "aria-label": word("close", language), onClick: closeSide }, iconSign("cross"));

function drawSide(): void {
  const [place, body] = [byId("side"), byId("side-body")];
  place.hidden = side.of === "nothing";
  switch (side.of) {
    case "nothing":
      drawChanged(body);
      return;
    case "waits":
      drawChanged(
        body,
        closeButton(),
        waitsPanel([...feed.tables.values()], feed.lists, {
          ...asked(),
          now: feed.now(),
          choose: (log) => openTable(log),
          confirm: (one) => askEnrolment(one, language),
          settle: (one) => askFork(one, language),
          mayKeys: may("keys"),
        }),
      );
      return;
    case "search":
      drawInto(
        body,
        closeButton(),
        searchForm(language, (fields) => void search(fields)),
      );
      return;
    case "report":
      drawInto(body, closeButton(), reportForm(language, showReport));
      return;
    case "disputes":
    case "wheels":
      drawInto(body, closeButton(), h("p", null, word("reading", language)));
      return;
    case "drawing":
      drawInto(body, closeButton(), drawingPart());
      return;
    case "table":
      drawTable(side.log);
  }
}

function drawTable(log: string): void {
  const table = feed.tables.get(log);
  if (table === undefined) return drawChanged(byId("side-body"), closeButton());
  const others = [...feed.tables.values()].filter((one) => one.log !== log && one.condition !== "retired");
  const doors = h(
    "p",
    { class: "doors" },
    h(
      "button",
      { onClick: () => showFrame(word("display", language), "/display", { log }) },
      word("display", language),
    ),
    ...SPANS.map((span) =>
      h("button", { onClick: () => showStatistics(log, span) }, word(`statistics-${span}`, language)),
    ),
    may("keys") && table.condition !== "retired"
      ? h(
          "button",
          { onClick: () => askRetire(table, others, feed.lists, language) },
          word("retire-do", language),
        )
      : null,
  );
  drawChanged(
    byId("side-body"),
    closeButton(),
    tablePanel(table, { language, now: feed.now(), label: map.labelOf(log), read, recall, chooseRound, doors }),
  );
}

/** A page of the table itself, in a frame. */
function showFrame(title: string, path: string, query: Readonly<Record<string, string>>): void {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.src = `${path}?${new URLSearchParams({ ...query, lang: language })}`;
  byId("side-more").replaceChildren(frame);
  frame.scrollIntoView({ block: "nearest" });
}

/** Spans of the statistics of a table, in its own screen's words; `7`: so many days. */
const SPANS = ["100", "today", "7"] as const;

function showStatistics(log: string, span: (typeof SPANS)[number]): void {
  const days = new Date(feed.now() - Number(span) * DAY_MS).toISOString();
  showFrame(word("statistics", language), "/screen/statistics", {
    log,
    span: span === "7" ? `${days}..` : span,
  });
}

function openTable(log: string, of: number | null = null): void {
  if (IS_WALL) return;
  if (drawing !== null) {
    map.mark(log);
    return drawSide();
  }
  setSide({ of: "table", log });
  [read, recall, round] = [null, null, of];
  map.mark(log);
  drawSide();
  void readTable(log);
}

function setSide(next: Side): void {
  side = next;
  byId("side-more").replaceChildren();
}

/** What of the table is not told by itself: read when it is opened, and again while it is open. */
async function readTable(log: string): Promise<void> {
  const [table, rounds] = await Promise.all([
    ask<TableRead>("/table", { log }),
    ask<{ readonly recall: Recall }>("/rounds", { log, round, lang: language }),
  ]);
  if (side.of !== "table" || side.log !== log) return;
  read = table ?? read;
  recall = rounds?.recall ?? recall;
  drawSide();
}

function chooseRound(chosen: number): void {
  round = chosen;
  if (side.of === "table") void readTable(side.log);
}

function closeSide(): void {
  const log = side.of === "table" ? side.log : null;
  if (side.of === "drawing") return leaveDrawing();
  setSide({ of: "nothing" });
  map.mark(null);
  drawSide();
  drawHead();
  if (log !== null) map.focus(log);
}

function toggle(of: Door): void {
  if (drawing !== null) return leaveDrawing();
  if (side.of === of) return closeSide();
  setSide({ of });
  map.mark(null);
  if (of === "drawing") drawing = new RoomDraft(feed.lists?.rooms ?? [], feed.lists?.drawn?.act ?? null);
  redraw();
  drawSide();
  if (of === "disputes") void readDisputes();
  if (of === "wheels") void readWheels(1);
}

async function search(fields: Readonly<Record<string, string>>): Promise<void> {
  drawInto(byId("side-more"), h("p", null, word("reading", language)));
  // What a person types is the hour of where he sits.
  const instants = ["from", "before"].flatMap((name) => {
    const typed = fields[name];
    return typed === undefined ? [] : [[name, new Date(typed).toISOString()] as const];
  });
  const found = await ask<Found>("/find", { ...fields, ...Object.fromEntries(instants), lang: language });
  if (side.of !== "search") return;
  drawInto(
    byId("side-more"),
    found === null ? h("p", null, word("no-answer", language)) : foundList(found, asked()),
  );
}

const showReport = (from: string, before: string): void =>
  drawInto(byId("side-more"), reportLinks(from, before, language));

async function readDisputes(): Promise<void> {
  const answer = await ask<{ readonly disputes: readonly Dispute[] }>("/disputes");
  if (side.of !== "disputes") return;
  const content =
    answer === null ? h("p", null, word("no-answer", language)) : disputesList(answer.disputes, asked());
  drawInto(byId("side-body"), closeButton(), content);
}

async function readWheels(days: number): Promise<void> {
  const answer = await ask<{ readonly days: number; readonly kinds: readonly WheelKind[] }>("/wheels", {
    days,
  });
  if (side.of !== "wheels") return;
  const content =
    answer === null
      ? h("p", null, word("no-answer", language))
      : wheelsList(answer.days, answer.kinds, asked(), (many) => void readWheels(many));
  drawInto(byId("side-body"), closeButton(), content);
}

const drawingPart = (): JSX.Element =>
  drawingPanel(drawing ?? new RoomDraft([], null), {
    language,
    chosen: map.chosen,
    redraw: () => {
      redraw();
      drawSide();
    },
    save: saveDrawing,
    leave: leaveDrawing,
  });

const drawingEnd = () => ({ language, drawn: () => feed.lists?.drawn ?? null, end: endDrawing });
const leaveDrawing = (): void => (drawing === null ? endDrawing() : askToLeave(drawing, drawingEnd()));

function saveDrawing(): void {
  if (drawing !== null) void saveRooms(drawing, drawing.base, drawingEnd());
}

function endDrawing(): void {
  drawing = null;
  setSide({ of: "nothing" });
  map.mark(null);
  redraw();
  drawSide();
}

function chooseOnly(shown: Shown): void {
  only = only === shown ? null : shown;
  map.drawWanted();
  drawHead();
}

function find(event: Event): void {
  if (!(event.target instanceof HTMLInputElement)) return;
  findText = event.target.value;
  sought = findText.trim().toLowerCase();
  map.drawWanted();
}

/** The return key opens the first table that fits: one whose label is just that before all others. */
function openFound(event: KeyboardEvent): void {
  if (event.key !== "Enter" || sought === "") return;
  const fitting = [...feed.tables.values()].filter((table) => isWanted(table, map.labelOf(table.log)));
  const isSame = ({ log, name }: ShownTable): boolean =>
    [map.labelOf(log), name].some((one) => one.toLowerCase() === sought);
  const found = fitting.find(isSame) ?? fitting[0];
  if (found !== undefined) openTable(found.log);
}

function chooseLanguage(chosen: Language): void {
  language = chosen;
  keepAsked(chosen);
  redraw();
  drawSide();
  if (side.of === "table") void readTable(side.log);
  if (side.of === "disputes") void readDisputes();
  if (side.of === "wheels") void readWheels(1);
}

async function begin(): Promise<void> {
  document.body.dataset["wall"] = IS_WALL ? "yes" : "no";
  addEventListener("keydown", (event) => {
    const isElsewhere = event.target instanceof Element && event.target.closest("dialog") !== null;
    if (event.key === "Escape" && side.of !== "nothing" && !isElsewhere) closeSide();
  });
  setInterval(() => {
    redraw();
    if (side.of === "table") void readTable(side.log);
  }, TICK_MS);
  me = await ask<Me>("/me");
  redraw();
}

draw();
void begin();
