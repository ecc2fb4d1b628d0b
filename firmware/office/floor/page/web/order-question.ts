/** An order to a table: chosen here, signed with the person's key, left at the relay, and answered by the table. */
import { h, type JSX } from "preact";
import type { OrderAnswer } from "../../../../../src/orders/answer.ts";
import type { Language, Text } from "../../../../../src/text/language.ts";
import { textsOf } from "../../../../../src/text/text-of.ts";
import { byId, drawInto } from "../../../../screens/pages/page.ts";
import { ask } from "./ask.ts";
import { askPerson } from "./dialog.ts";
import type { ShownTable } from "./feed.ts";
import { wait } from "./page-clock.ts";
import { signAnd, sortedJson } from "./signing.ts";
import { refusal, word, type FloorWord } from "./words.ts";

const ORDERS: Readonly<Record<string, { readonly text: Text; readonly means: Text } | undefined>> =
  textsOf("floor.orders");
/** An order counts from a little before its instant, for a table whose clock is behind, until an hour later. */
const BEFORE_MS = 60_000;
const LASTS_MS = 3_600_000;
/** The table asks the relay every minute or so: between two looks for its answer, and for how many. */
const LOOK_MS = 3_000;
const LOOKS = 100;

/** Who orders, as the server says. */
export interface OrderingPerson {
  readonly person: string;
  /** The certificate of the connection, DER in base64. */
  readonly certificate: string;
  /** What they may order. */
  readonly orders: readonly string[];
}

/** What is chosen, and the action with its arguments. `hold` is two: it is ordered and lifted. */
const choicesOf = (orders: readonly string[]): readonly string[] =>
  orders.flatMap((one) => (one === "hold" ? ["hold", "hold-off"] : [one]));

const actionOf = (choice: string) =>
  choice.startsWith("hold")
    ? { action: "hold", arguments: { on: choice === "hold" } }
    : { action: choice, arguments: {} };

export function askOrder(table: ShownTable, me: OrderingPerson, now: () => number, language: Language): void {
  askPerson({
    title: word("order", language, { name: table.name }),
    content: [
      h("p", null, word("order-means", language)),
      ...choicesOf(me.orders).map((one, at) => choiceLine(one, at === 0, language)),
    ],
    yes: word("order-do", language),
    no: word("leave", language),
    act: ({ choice = "" }) =>
      signAnd(language, async (sign) => {
        const line = await lineOf(table.log, choice, me, now());
        const order = `${line}\n${me.certificate} ${await sign(line)}\n`;
        const sent = await leave(table.log, order);
        if ("why" in sent) return refusal(sent.why, language);
        void showAnswer(table.log, sent.digest, choice, language);
        return null;
      }),
  });
}

const choiceLine = (choice: string, isFirst: boolean, language: Language): JSX.Element =>
  h(
    "label",
    { class: "choice" },
    h("input", { type: "radio", name: "choice", value: choice, checked: isFirst }),
    h(
      "span",
      null,
      h("strong", null, ORDERS[choice]?.text[language] ?? choice),
      " ",
      ORDERS[choice]?.means[language],
    ),
  );

/** The order's line, as `tirada order make` writes it. */
async function lineOf(log: string, choice: string, me: OrderingPerson, now: number): Promise<string> {
  const der = Uint8Array.from(atob(me.certificate), (letter) => letter.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", der));
  const at = Math.round(now);
  return sortedJson({
    v: 1,
    kind: "order",
    table: log,
    ...actionOf(choice),
    notBefore: new Date(at - BEFORE_MS).toISOString(),
    notAfter: new Date(at + LASTS_MS).toISOString(),
    // Whoever signs twice in one millisecond has the second one refused.
    number: at,
    person: me.person,
    certificate: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  });
}

async function leave(
  log: string,
  order: string,
): Promise<{ readonly digest: string } | { readonly why: string }> {
  try {
    const answer = await fetch("/orders", { method: "POST", body: JSON.stringify({ log, order }) });
    // The server made it: its fields are not checked.
    return answer.ok
      ? ((await answer.json()) as { readonly digest: string })
      : { why: (await answer.text()).trim() };
  } catch {
    return { why: "away" };
  }
}

/** Shows below the table what it answers, as soon as it does. */
async function showAnswer(log: string, digest: string, choice: string, language: Language): Promise<void> {
  const place = byId("side-more");
  const show = (text: string, detail = ""): void => {
    drawInto(
      place,
      h(
        "section",
        { class: "order-answer" },
        h("h3", null, ORDERS[choice]?.text[language] ?? choice),
        h("p", { role: "status" }, text),
        detail === "" ? null : h("pre", null, detail),
      ),
    );
    own = place.firstElementChild;
  };
  let own: Element | null = null;
  show(word("order-waits", language));
  for (let looks = 0; looks < LOOKS && place.contains(own); looks++) {
    await wait(LOOK_MS);
    const answered = await ask<{ readonly answer: OrderAnswer | null }>("/orders/answer", { log, digest });
    const answer = answered?.answer ?? null;
    if (answer === null || !place.contains(own)) continue;
    const detail = answer.result == null ? "" : JSON.stringify(answer.result, null, 1);
    show(
      [word(`order-${answer.outcome}` as FloorWord, language), answer.why].filter(Boolean).join(": "),
      detail,
    );
    return;
  }
  if (place.contains(own)) show(word("order-silent", language));
}
