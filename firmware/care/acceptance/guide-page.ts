import { html } from "../../../src/booklet/html.ts";
import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { faultText, stepText } from "./report-page.ts";
import { valuesOwed, type AcceptanceState } from "./run-steps.ts";

const WORDS = textsOf("acceptance.words");

/** What the page shows of a run: no value that a device gave, so that nobody copies it. */
export interface GuideState {
  readonly end: AcceptanceState["end"];
  readonly steps: readonly { readonly text: string; readonly is: string; readonly why: string }[];
  /** The step that is under way; null: it is over. */
  readonly now: {
    readonly at: number;
    readonly seen: readonly string[];
    readonly asks: boolean;
    readonly names: boolean;
    readonly owed: number;
  } | null;
}

export function guideState(state: AcceptanceState, language: Language): GuideState {
  const { steps, at, results, seen, end } = state;
  const step = steps[at];
  const isUnderWay = end === null && step !== undefined;
  return {
    end,
    steps: steps.map((one, index) => ({
      text: stepText({ step: one.step, count: one.count ?? null }, one.lasts ?? null, language),
      is: results[index]?.is ?? (index === at ? "now" : "next"),
      why: faultText(results[index] ?? { why: null, detail: "" }, language),
    })),
    now: isUnderWay
      ? {
          at,
          seen: Object.entries(seen).map(([word, count]) => `${word} ×${count}`),
          asks: step.asks === true,
          names: step.agrees !== undefined,
          owed: valuesOwed(state),
        }
      : null,
  };
}

const STYLE = `body{font:18px/1.4 system-ui,sans-serif;margin:0 auto;padding:16px;max-width:720px;background:#11161b;color:#e9eef2}
h1{font-size:22px}ol{padding:0;list-style:none}li{padding:10px 12px;border-left:6px solid #3a4650;margin:6px 0;background:#1a2128}
li.now{border-color:#e0b252;font-size:22px}li.passed{border-color:#58c27d}li.failed{border-color:#ff7b72}li.next,li.not-reached{color:#a9b5bf}
small{display:block;color:#a9b5bf;overflow-wrap:anywhere}li small.why{color:#ff9d96}form,nav{display:flex;flex-wrap:wrap;gap:10px;margin:14px 0}
button,input{font:inherit;min-height:48px;padding:0 18px;border-radius:6px;border:1px solid #5c6a75;background:#25303a;color:inherit}
input{flex:1;min-width:8em;background:#0b0f13}button.main{background:#2d6a45}button:focus-visible,input:focus-visible{outline:3px solid #e0b252}
[hidden]{display:none!important}#end{font-size:26px}label{flex-basis:100%}`;

/** The page itself. Its script draws what the server says, and sends what a person says. */
export function guidePage(language: Language, title: string): string {
  const word = (key: keyof typeof WORDS): string => WORDS[key][language];
  const button = (id: string, key: keyof typeof WORDS, type = "button") =>
    html`<button type="${type}" id="${id}" ${type === "submit" ? html` class="main"` : null}>
      ${word(key)}
    </button>`;
  const body = html`<h1>${word("title")}: ${title}</h1>
    <p id="end" role="status"></p>
    <ol id="steps"></ol>
    <form id="named" hidden>
      <label for="value">${word("lies")}</label
      ><input
        id="value"
        autocomplete="off"
        maxlength="80"
      />${button("say", "say", "submit")}${button("back", "back")}
    </form>
    <nav id="asked" hidden>${button("yes", "yes")}${button("no", "no")}</nav>
    <nav id="leave">${button("skip", "skip")}${button("stop", "stop")}</nav>
    <p id="gone" role="alert" hidden>${word("gone")}</p>`;
  const ends = JSON.stringify({ passed: word("passed"), failed: word("failed") }).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${html`${title}`.text}</title><style>${STYLE}</style></head>
<body><main>${body.text}</main><script>const ENDS=${ends};${SCRIPT}</script></body></html>
`;
}

const SCRIPT = `
const at = (id) => document.getElementById(id);
const say = (line) => fetch("said", { method: "POST", body: JSON.stringify({ line }) });
let step = -1;
function draw(state) {
  at("steps").replaceChildren(...state.steps.map(({ text, is, why }, index) => {
    const row = document.createElement("li");
    row.className = is;
    if (is === "now") row.setAttribute("aria-current", "step");
    row.append((index + 1) + ". " + text);
    const add = (name, words) => { const small = document.createElement("small"); small.className = name; small.append(words); row.append(small); };
    if (why !== "") add("why", why);
    if (state.now !== null && state.now.at === index) add("seen", state.now.seen.join(" · "));
    return row;
  }));
  at("named").hidden = state.now === null || !state.now.names;
  at("asked").hidden = state.now === null || !state.now.asks;
  at("leave").hidden = state.now === null;
  at("end").textContent = state.end === null ? "" : ENDS[state.end];
  if (state.now !== null && state.now.at !== step) { step = state.now.at; at("value").value = ""; if (state.now.names) at("value").focus(); }
}
// The browser asks again by itself when nobody answers.
const states = new EventSource("states");
states.onopen = () => { at("gone").hidden = true; };
states.onerror = () => { at("gone").hidden = false; };
states.onmessage = ({ data }) => {
  const state = JSON.parse(data);
  draw(state);
  if (state.end !== null) states.close();
};
at("named").addEventListener("submit", (event) => { event.preventDefault(); if (at("value").value.trim() !== "") say(at("value").value); at("value").value = ""; });
at("back").addEventListener("click", () => say(":back"));
at("yes").addEventListener("click", () => say("y"));
at("no").addEventListener("click", () => say("n"));
at("skip").addEventListener("click", () => say(":skip"));
at("stop").addEventListener("click", () => say(":stop"));
`;
