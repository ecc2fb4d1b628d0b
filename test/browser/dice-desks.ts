import type { Browser, Page } from "playwright-core";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { sceneView, type Scene } from "./dice-views.ts";
import { CROUPIER, inNewLog, JEFE, launch, table, until, type Table } from "./harness.ts";
import { cheapPinHash } from "../support/pin.ts";

/** One dice table on the control pages of everybody who works at it. */

export const STICKMAN = { name: "Iker Soto", role: "stickman", pin: "4321" } as const;
const SMALL_TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

export interface Desks {
  readonly here: Table;
  readonly croupier: Page;
  readonly stickman: Page;
  readonly jefe: Page;
  /** The jefe de mesa's, in the hand. */
  readonly phone: Page;
  /** Shows a view in a log of its own and waits until every page shows it. */
  show(view: TableView): Promise<void>;
  scene(name: Scene): Promise<void>;
  close(): Promise<void>;
}

async function signedIn(
  browser: Browser,
  here: Table,
  who: { readonly name: string; readonly pin: string },
  viewport: typeof PHONE,
): Promise<Page> {
  const page = await browser.newPage({ viewport, hasTouch: true, reducedMotion: "reduce" });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(here.at("control"));
  await page.waitForSelector("body[data-live=yes]");
  await page.tap(`[data-name="${who.name}"]`);
  for (const digit of who.pin) await page.tap(`[data-pad="${digit}"]`);
  await page.tap('[data-pad="Entrar"]:enabled');
  await page.waitForSelector("#sign-out");
  return page;
}

export async function desks(): Promise<Desks> {
  const browser = await launch();
  const people = [CROUPIER, STICKMAN, JEFE].map(({ name, role, pin }) => ({
    name,
    role,
    pinHash: cheapPinHash(pin),
  }));
  const here = await table({ people });
  here.display.show(sceneView("betting"));
  const all = {
    croupier: await signedIn(browser, here, CROUPIER, SMALL_TABLET),
    stickman: await signedIn(browser, here, STICKMAN, SMALL_TABLET),
    jefe: await signedIn(browser, here, JEFE, SMALL_TABLET),
    phone: await signedIn(browser, here, JEFE, PHONE),
  };
  let shows = 0;
  const show = async (view: TableView): Promise<void> => {
    shows += 1;
    const name = `Mesa ${shows}`;
    here.display.show({ ...inNewLog(view), table: name });
    for (const page of Object.values(all))
      await until(name, async () => (await page.locator("#table strong").innerText()) === name);
  };
  return {
    here,
    ...all,
    show,
    scene: (name) => show(sceneView(name)),
    close: async () => {
      await browser.close();
      await here.display.close();
    },
  };
}
