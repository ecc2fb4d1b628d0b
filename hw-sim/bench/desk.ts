import { parseJson } from "../../src/load/json.ts";
import type { PagesDesk } from "../../firmware/screens/server/added-pages.ts";
import type { ScreenSocket } from "../../firmware/screens/server/hub.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { FromDesk, ToDesk } from "./messages.ts";
import type { FromPage, ToPage } from "./page-messages.ts";
import { z } from "zod";

/** Bench pages at once. */
export const MAX_PAGES = 4;
/** A page with more unread bytes than this is disconnected; it connects again by itself and gets the last seconds again. */
export const UNREAD_LIMIT = 1_048_576;
/** Orders within one second, and malformed ones in all, after which the connection is closed with 1008. */
export const ORDERS_PER_SECOND = 20;
export const MALFORMED_LIMIT = 5;

/** The screens' side of the bench: its pages on one hand, the bench's thread on the other. */
export interface BenchDesk extends PagesDesk {
  /** A message of the bench's thread. */
  handleMessage(message: ToDesk): void;
}

interface Page {
  readonly id: number;
  readonly socket: ScreenSocket;
  lastOrder: number;
  malformed: number;
  second: number;
  inSecond: number;
}

export function benchDesk(post: (message: FromDesk) => void, clock: Clock): BenchDesk {
  const pages = new Map<number, Page>();
  let lastId = 0;
  const watched = (): void => post({ type: "watched", pages: pages.size });
  const drop = (page: Page): void => {
    if (!pages.delete(page.id)) return;
    page.socket.terminate();
    watched();
  };
  const send = (page: Page, text: string): void => {
    if (page.socket.bufferedAmount > UNREAD_LIMIT) drop(page);
    // A failed send is followed by the socket's own close event.
    else page.socket.send(text, () => undefined);
  };
  const telling = clock.every(US_PER_S, "bench pages", watched);
  return {
    hasRoom: () => pages.size < MAX_PAGES,
    add: (socket) => {
      const page: Page = { id: ++lastId, socket, lastOrder: 0, malformed: 0, second: 0, inSecond: 0 };
      pages.set(page.id, page);
      watched();
      post({ type: "joined", page: page.id });
      return {
        receive: (raw) => receiveOrder(page, raw, clock, post),
        gone: () => {
          if (pages.delete(page.id)) watched();
        },
      };
    },
    handleMessage: ({ to, text }) => {
      for (const page of to === "all" ? [...pages.values()] : [pages.get(to)])
        if (page !== undefined) send(page, text);
    },
    close: () => telling.cancel(),
  };
}

function receiveOrder(page: Page, raw: string, clock: Clock, post: (message: FromDesk) => void): void {
  const second = Math.floor(clock.now() / US_PER_S);
  page.inSecond = second === page.second ? page.inSecond + 1 : 1;
  page.second = second;
  if (page.inSecond > ORDERS_PER_SECOND) return page.socket.close(1008, "too many messages");
  const asked = parseOrder(raw, page.lastOrder);
  if (asked === null) {
    page.malformed += 1;
    if (page.malformed >= MALFORMED_LIMIT) return page.socket.close(1008, "malformed messages");
    const refused: ToPage = { type: "refused", id: page.lastOrder, why: "malformed" };
    return page.socket.send(JSON.stringify(refused), () => undefined);
  }
  page.lastOrder = asked.id;
  const { id, ...order } = asked;
  post({ type: "order", page: page.id, id, order });
}

/** Longest name of a fault or a scenario. */
const NAME_LIMIT = 60;

const id = z.int().min(1).max(1_000_000_000);
const schema = z.discriminatedUnion("order", [
  z.strictObject({ order: z.literal("inject"), id, fault: z.string().min(1).max(NAME_LIMIT) }),
  z.strictObject({ order: z.literal("play"), id, scenario: z.string().min(1).max(NAME_LIMIT) }),
  z.strictObject({ order: z.literal("cable"), id, plugged: z.boolean() }),
  z.strictObject({ order: z.literal("reset-board"), id }),
]);

/** One text frame of the bench page, or null when it is none. `id` must be above `lastId`. Never throws. */
export function parseOrder(raw: string, lastId: number): FromPage | null {
  const parsed = schema.safeParse(parseJson(raw));
  return parsed.success && parsed.data.id > lastId ? parsed.data : null;
}
