// @ts-check
/** The bench's panels of text: faults and what became of them, observations, figures. */
import { FAULT_GROUPS, BENCH_WORDS, REFUSED } from "./words.js";
import { span } from "./scope.js";
import { byId, h, put } from "/web/dom.ts";
import { PHASES } from "/web/i18n.ts";

/** @typedef {import("../../../firmware/display/web/i18n.ts").Language} Language */
/** @typedef {(order: object) => Promise<string | null>} Ask */

const SEEN_SHOWN = 30;
/** Observations that say the same thing anew: only the newest of a run is kept. */
const RENEWED = ["ball-laps", "disc-turns", "drop-predicted"];

/** The session's own figures: their names on the technician's page, and a unit. @type {Record<string, [string, string]>} */
const BOARD_FIGURES = {
  bufferDepth: ["board deepest buffer", ""],
  lost: ["board edges lost", ""],
  missed: ["board missed lines", ""],
  damagedUp: ["board damaged lines", ""],
  debounced: ["board short pulses", ""],
  resets: ["board resets", ""],
  doubt: ["clock doubt µs", " µs"],
  rate: ["clock rate ppb", " ppb"],
};

/** @type {Record<string, string>} */
const KIND_PHASE = { result: "result", void: "void", undecided: "undecided", aborted: "aborted" };

/** @param {number} us */
const seconds = (us) => `${(us / 1e6).toFixed(us < 9_950_000 ? 2 : 1)} s`;

/**
 * The buttons. They are made once for a table; a new frame does not touch them.
 * @param {any} hello @param {Language} language @param {Ask} ask
 */
export function orders(hello, language, ask) {
  const tell = (/** @type {string} */ key) => /** @type {any} */ (BENCH_WORDS[key])[language];
  const place = byId("orders");
  if (hello.board === "real") return put(place, h("p", { class: "muted" }, tell("noFaults")));
  const said = h("p", { id: "refused", role: "status" });
  const button = (/** @type {string} */ name, /** @type {string} */ about, /** @type {object} */ order) =>
    h(
      "button",
      {
        type: "button",
        "data-fault": name,
        click: () => {
          void ask(order).then((why) =>
            put(said, why === null ? null : `${name}: ${REFUSED[why]?.[language] ?? why}`),
          );
        },
      },
      h("strong", {}, name),
      h("span", {}, about),
    );
  const groups = Object.keys(FAULT_GROUPS).map((group) => {
    const own = hello.faults.filter((/** @type {any} */ fault) => fault.group === group);
    const buttons = own.map((/** @type {any} */ fault) =>
      button(fault.name, fault.about, { order: "inject", fault: fault.name }),
    );
    if (group === "line") {
      buttons.push(
        button(tell("unplug"), tell("unplugAbout"), { order: "cable", plugged: false }),
        button(tell("replug"), tell("replugAbout"), { order: "cable", plugged: true }),
        button(tell("resetBoard"), tell("resetAbout"), { order: "reset-board" }),
      );
    }
    if (buttons.length === 0) return null;
    const title = /** @type {any} */ (FAULT_GROUPS[group])[language];
    return h("div", { class: "group", role: "group", "aria-label": title }, h("h3", {}, title), ...buttons);
  });
  return put(place, said, ...groups);
}

/** @param {any} verdict @param {Language} language */
export function verdictText(verdict, language) {
  const name = PHASES[/** @type {string} */ (KIND_PHASE[verdict.kind])]?.[language] ?? verdict.kind;
  return `${name} ${verdict.text}`.trim();
}

/** @param {any[]} rows newest first @param {Language} language */
export function injected(rows, language) {
  const tell = (/** @type {string} */ key) => /** @type {any} */ (BENCH_WORDS[key])[language];
  const line = (/** @type {any} */ row, /** @type {number} */ i) => {
    const became =
      row.verdict === null
        ? h("em", {}, row.spin === null ? tell("waits") : tell("runs"))
        : h("b", { class: row.verdict.kind }, verdictText(row.verdict, language));
    const late = row.latencyUs === null ? "" : ` · ${span(row.latencyUs)} ${tell("after")}`;
    const truth = row.truth === null ? "" : ` · ${row.truth}`;
    return h(
      i === 0 ? "p" : "li",
      { class: "row" },
      h("strong", {}, row.fault),
      " → ",
      became,
      late,
      h("small", {}, truth),
    );
  };
  const [first, ...rest] = rows;
  put(
    byId("injected"),
    h("h2", {}, tell("injected")),
    first === undefined ? h("p", { class: "muted" }, tell("nothingInjected")) : line(first, 0),
    h("ul", {}, ...rest.slice(0, 2).map((row) => line(row, 1))),
  );
}

/** @param {Language} language */
export function seenList(language) {
  /** @type {{ row: any, line: HTMLElement }[]} */
  const lines = [];
  const list = h("ol", { "aria-label": BENCH_WORDS["seen"]?.[language] ?? "" });
  put(byId("seen"), h("h2", {}, BENCH_WORDS["seen"]?.[language] ?? ""), list);
  return {
    /** @param {any[]} rows in order of time */
    add: (rows) => {
      for (const row of rows) {
        const line = h(
          "li",
          { "data-o": row.o },
          h("time", {}, `${(row.t / 1e6).toFixed(2)}`),
          h("strong", {}, row.o),
          h("span", {}, row.text),
        );
        // In a run of such lines the older one of the same kind goes.
        const run = lines.findIndex((one) => !RENEWED.includes(one.row.o));
        const old = RENEWED.includes(row.o) ? lines.findIndex((one) => one.row.o === row.o) : -1;
        if (old >= 0 && (run < 0 || old < run)) lines.splice(old, 1)[0]?.line.remove();
        list.prepend(line);
        lines.unshift({ row, line });
        if (lines.length > SEEN_SHOWN) lines.pop()?.line.remove();
      }
    },
  };
}

/**
 * The figures, a row each; only a value that changed is written.
 * @param {Language} language @param {string} kind
 */
export function figurePanel(language, kind) {
  const tell = (/** @type {string} */ key) => /** @type {any} */ (BENCH_WORDS[key])[language];
  const names = ["standing", "board", "line", ...Object.keys(BOARD_FIGURES)]
    .concat(kind === "bowl" ? [] : ["rotor"])
    .concat(kind === "disc" ? ["turns"] : ["lap", "laps"])
    .concat(["drop", "noMoreBets", "late"]);
  const cells = new Map(names.map((name) => [name, h("dd", { "data-figure": name }, "–")]));
  put(
    byId("figures"),
    h("h2", {}, tell("figures")),
    h("dl", {}, ...[...cells].flatMap(([name, cell]) => [h("dt", {}, tell(name)), cell])),
  );
  const when = (/** @type {number | null} */ t, /** @type {number} */ now) =>
    t === null ? null : t > now ? `${tell("in")} ${seconds(t - now)}` : `${tell("ago")} ${seconds(now - t)}`;
  return {
    /** @param {any} f @param {readonly string[]} faults @param {number} now */
    show: (f, faults, now) => {
      const doubt = f.dropDoubtUs === null || f.dropAt <= now ? "" : ` ± ${seconds(f.dropDoubtUs)}`;
      const drop = when(f.dropAt, now);
      /** @type {Record<string, string | number | null>} */
      const values = {
        standing: faults.length === 0 ? null : faults.join(" "),
        board: f.identity,
        line: `${f.bytesPerS} B/s`,
        rotor:
          f.rotorRpm10 === null
            ? null
            : `${(f.rotorRpm10 / 10).toFixed(1)} rpm ${f.rotorDirection === "cw" ? "↻" : f.rotorDirection === "ccw" ? "↺" : ""}`,
        lap: f.lapUs === null ? null : span(f.lapUs),
        laps: f.lapsAtLeast,
        turns: f.lapsAtLeast,
        drop: drop === null ? null : `${drop}${doubt}`,
        noMoreBets: when(f.noMoreBetsAt, now),
        late: f.lateUs === null ? null : span(f.lateUs),
      };
      for (const [name, [own, unit]] of Object.entries(BOARD_FIGURES))
        values[name] = f.board[own] === undefined ? null : `${f.board[own]}${unit}`;
      for (const [name, cell] of cells) {
        const value = String(values[name] ?? "–");
        if (cell.textContent === value) continue;
        cell.textContent = value;
        cell.title = value;
        cell.classList.toggle("alarm", name === "standing" && value !== "–");
      }
    },
  };
}
