import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { roomFaults, roomsSchema } from "../../../../src/floor/rooms.ts";
import { MAX_LOG_NAME } from "../../../../src/record/chain.ts";
import { sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import type { Lists } from "./lists.ts";
import type { Actor, NewAct, PageStore } from "./page-store.ts";
import { actorOn, isSamePerson, whoMay, type Doors, type May } from "./people.ts";

export interface ActsParts extends Doors {
  readonly store: PageStore;
  readonly lists: Lists;
}

/** Words of acts as the store has them. */
export const ACTS = {
  rooms: "draw-rooms",
  enrol: "confirm-enrolment",
  settle: "settle-fork",
  retire: "retire-table",
} as const;

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const log = z.string().min(1).max(MAX_LOG_NAME);
const asked = {
  /** `base`: the number of the drawing that these rooms were changed from; null: nobody had drawn any. */
  rooms: z.strictObject({ base: z.nullable(id), rooms: roomsSchema }),
  /** Code and print as the person has read them on the table's own screen. */
  enrol: z.strictObject({ log, enrolment: id, code: z.string().max(40), print: z.string().max(80) }),
  settle: z.strictObject({ log, fork: id }),
  /** `instead`: the log of the unit that stands there from now on; null: none does. */
  retire: z.strictObject({
    log,
    instead: z.nullable(z.string().min(1).max(MAX_LOG_NAME)),
  }),
};

/** Why an act is not taken. `changed`: somebody else was first; `same-person`: it takes two. */
type Refusal = "changed" | "same-person" | "unknown" | "differs" | "invalid";
type Outcome = { readonly act: number } | Refusal;

const NOTHING = { log: null, enrolment: null, fork: null, detail: {} } as const;

/** What people do on the floor's page. Each act is a row that names the person by their certificate, and none is ever taken back. */
export function addActs(app: MutualServer, parts: ActsParts): void {
  const { store, lists } = parts;
  const on = <Said>(
    path: string,
    may: May,
    schema: z.ZodType<Said>,
    act: (said: Said, actor: Actor) => Promise<Outcome>,
  ): void => {
    app.post(path, { onRequest: whoMay(may, parts) }, async (request, reply) => {
      const actor = actorOn(request, parts);
      const said = schema.safeParse(jsonOf(request));
      if (actor === null || !said.success) return answer(reply, "invalid");
      const outcome = await act(said.data, actor);
      await lists.look();
      return answer(reply, outcome);
    });
  };
  const add = async (act: NewAct, after?: number | null): Promise<Outcome> => {
    const made = await store.addAct(act, after);
    return made === null ? "changed" : { act: made };
  };
  on("/rooms", "draw", asked.rooms, async ({ base, rooms }, actor) =>
    roomFaults(rooms).length > 0
      ? "invalid"
      : add({ ...NOTHING, ...actor, does: ACTS.rooms, detail: { rooms } }, base),
  );
  on("/enrolments", "keys", asked.enrol, async ({ log: of, enrolment, code, print }, actor) => {
    const found = lists.enrolments.find((one) => one.id === enrolment && one.log === of);
    if (found === undefined) return "unknown";
    if (found.by.some((one) => isSamePerson(one, actor))) return "same-person";
    if (plain(code) !== plain(found.code) || plain(print) !== plain(found.print)) return "differs";
    return add({ ...NOTHING, ...actor, does: ACTS.enrol, log: found.log, enrolment });
  });
  on("/forks", "keys", asked.settle, async ({ log: of, fork }, actor) => {
    const found = lists.forks.find((one) => one.id === fork && one.log === of);
    if (found === undefined) return "unknown";
    if (found.by.some((one) => isSamePerson(one, actor))) return "same-person";
    return add({ ...NOTHING, ...actor, does: ACTS.settle, log: found.log, fork });
  });
  on("/retire", "keys", asked.retire, async ({ log: of, instead }, actor) => {
    if (!lists.knows(of) || instead === of) return "unknown";
    // Somebody may change what he said; the other one says the same.
    const said = lists.retiring.filter((one) => one.log === of);
    const own = said.find((one) => isSamePerson(one, actor));
    const other = said.find((one) => !isSamePerson(one, actor));
    if (own?.instead === instead) return "same-person";
    if (other !== undefined && other.instead !== instead) return "differs";
    return add({ ...NOTHING, ...actor, does: ACTS.retire, log: of, detail: { instead } });
  });
}

/** What somebody typed, however they parted it. */
const plain = (text: string): string => text.replaceAll(/[\s-]/g, "").toLowerCase();

function jsonOf(request: FastifyRequest): unknown {
  try {
    return JSON.parse(typeof request.body === "string" ? request.body : "");
  } catch {
    return null;
  }
}

const STATUS: Readonly<Record<Refusal, number>> = {
  changed: 409,
  "same-person": 409,
  differs: 409,
  unknown: 404,
  invalid: 400,
};

function answer(reply: FastifyReply, outcome: Outcome): FastifyReply {
  return typeof outcome === "string" ? sendText(reply, STATUS[outcome], outcome) : reply.send(outcome);
}
