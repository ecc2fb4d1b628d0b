import type { Page } from "playwright-core";
import type { Key } from "../../../src/people/keys.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";

/** Hands at a control page: every key by touch, in the way in which the page asks for it. */

/** What cannot be touched for so long is not there: a busy machine is slow. */
const TOUCH_MS = 30_000;
/** What the touch led to is drawn. */
const FOCUS_LOST =
  "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(document.activeElement === document.body))))";

export interface Counted {
  touches: number;
  /** After which touches nothing had the focus any more. */
  readonly focusLost: string[];
}

export class Hands {
  readonly page: Page;
  readonly counted: Counted;
  constructor(page: Page, counted: Counted) {
    this.page = page;
    this.counted = counted;
  }

  async tap(selector: string, nth = 0): Promise<void> {
    const found = this.page.locator(`${selector}:enabled`).nth(nth);
    await found.tap({ timeout: TOUCH_MS });
    this.counted.touches += 1;
    const lost = await this.page.evaluate<boolean>(FOCUS_LOST);
    if (lost) this.counted.focusLost.push(selector);
  }

  private async has(selector: string): Promise<boolean> {
    return (await this.page.locator(selector).count()) > 0;
  }

  async type(pin: string): Promise<void> {
    for (const digit of pin) await this.tap(`[data-pad="${digit}"]`);
  }

  /** What waits of earlier rounds is laid open. */
  async unfold(): Promise<void> {
    if (await this.has('.fold[aria-expanded="false"]')) await this.tap(".fold");
  }

  /** A question that the key asked before it is sent: yes. */
  private async sure(): Promise<void> {
    if (await this.has("dialog[open]")) await this.tap('dialog [data-answer="yes"]');
  }

  /** Everything that this key wants touched, up to its being sent. */
  async press(key: Key, view: TableView): Promise<void> {
    const at = (name: string): string => `[data-key="${name}"]`;
    switch (key.key) {
      case "confirm-void":
        await this.unfold();
        return this.tap(`[data-task="${key.rule}"][data-of="${key.round}"] ${at(key.key)}`);
      case "acknowledge":
        await this.unfold();
        return this.tap(`:is([data-task="${key.what}"], [data-warning="${key.what}"]) ${at(key.key)}`);
      case "resolve":
        return this.resolve(key);
      case "move":
        await this.tap(`${at("move")}[data-move="${key.move}"][data-who="${key.who}"]`);
        for (const position of key.cards ?? []) await this.tap(`[data-at="${position}"]`);
        return this.sure();
      case "turn":
        return this.tap(`${at("turn")}[data-who="${key.hand}"]`);
      case "seats": {
        await this.tap(at("seats"));
        const pressed = await this.page.locator('.seat-pick[aria-pressed="true"]').allInnerTexts();
        const all = new Set([...pressed.map(Number), ...key.seats]);
        for (const seat of all)
          if (pressed.includes(String(seat)) !== key.seats.includes(seat))
            await this.tap(`[data-seat="${seat}"]`);
        return this.sure();
      }
      case "card-is":
        await this.tap(at("card-is"));
        return this.pickFace(key.face);
      case "dice-are":
        await this.tap(at("dice-are"));
        return this.pickFaces(key.faces);
      case "put-right":
        await this.tap(at("put-right"));
        for (const n of key.cards)
          if (!(await this.has(`[data-card-pick="${n}"][aria-pressed="true"]`)))
            await this.tap(`[data-card-pick="${n}"]`);
        await this.tap(`[data-place="${key.to}"]`);
        await this.page.waitForSelector('dialog [data-answer="yes"]');
        return this.sure();
      case "mark-point":
        await this.tap(at("mark-point"));
        if (await this.has("dialog[open] [data-point]")) await this.tap(`[data-point="${key.point ?? "off"}"]`);
        return this.sure();
      case "change-thrower":
        await this.tap(at(key.key));
        if (key.seat !== null && (await this.has("dialog[open] [data-seat]")))
          await this.tap(`[data-seat="${key.seat}"]`);
        return this.sure();
      case "take-back":
        await this.tap(at(key.key));
        await this.page.waitForSelector('dialog [data-answer="yes"]');
        return this.sure();
      case "no-more-bets": {
        const offered = (view.cards?.keys ?? []).filter((one) => one.key.key === key.key);
        const nth = offered.findIndex((one) => JSON.stringify(one.key) === JSON.stringify(key));
        return this.tap(`:is(#moves, #side) ${at(key.key)}`, Math.max(0, nth));
      }
      default:
        await this.tap(`:is(#moves, #side) ${at(key.key)}`);
        return this.sure();
    }
  }

  private async resolve(key: Key & { readonly key: "resolve" }): Promise<void> {
    const direct = `#moves [data-key="resolve"][data-outcome^="${key.outcome}"]`;
    if (await this.has(direct)) {
      await this.tap(direct);
      if (key.hand !== undefined && (await this.has("dialog[open]")))
        await this.tap(`[data-hand-pick="${key.hand}"]`);
      return;
    }
    await this.unfold();
    await this.tap(`[data-of="${key.round}"] [data-key="resolve"]`);
    await this.tap(`[data-outcome="${key.outcome}"]`);
    if (key.announced !== undefined && (await this.has("[data-announced]")))
      await this.tap(`[data-announced="${key.announced}"]`);
    else if (key.announced !== undefined) await this.pickFaces(key.announced.split(" "));
    await this.tap('dialog [data-answer="yes"]');
  }

  private async pickFace(face: string): Promise<void> {
    await this.tap(`[data-pick="${face.slice(0, -1)}"]`);
    await this.tap(`[data-pick="${face.slice(-1)}"]`);
    await this.tap('dialog [data-answer="yes"]');
  }

  private async pickFaces(faces: readonly string[]): Promise<void> {
    for (const [at, face] of faces.entries()) await this.tap(`[data-die="${at + 1}"][data-pick="${face}"]`);
    await this.tap('dialog [data-answer="yes"]');
  }

  /** A second person at this page names the same. */
  async second(key: Key, who: { readonly name: string; readonly pin: string }): Promise<void> {
    await this.page.waitForSelector("dialog[open] .second");
    if (await this.has(`dialog [data-name="${who.name}"]`)) await this.tap(`dialog [data-name="${who.name}"]`);
    await this.type(who.pin);
    if (key.key === "card-is") await this.pickFace(key.face);
    else if (key.key === "dice-are") await this.pickFaces(key.faces);
    else await this.tap('dialog [data-answer="yes"]');
  }

  /** Signs in with a PIN. */
  async signIn(who: { readonly name: string; readonly pin: string }): Promise<void> {
    await this.tap(`[data-name="${who.name}"]`);
    await this.type(who.pin);
    await this.tap('[data-pad="Entrar"]');
    await this.page.waitForSelector("#sign-out");
  }
}
