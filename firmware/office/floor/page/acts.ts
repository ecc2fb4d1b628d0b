import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { roomFaults, roomsSchema } from "../../../../src/floor/rooms.ts";
import { MAX_LOG_NAME } from "../../../../src/record/chain.ts";
import { sendText, type MutualServer } from "../../../afar/orders/mutual-server.ts";
import type { AlarmDesk } from "./alarm-desk.ts";
import type { Lists } from "./lists.ts";
import type { Actor, NewAct, PageStore } from "./page-store.ts";
import { actFault, SAID_MAX, signatureIn, type ActContent } from "../../../../src/floor/signed-act.ts";
import { isSamePerson } from "../../../../src/floor/two-people.ts";
import { actorOn, whoMay, type Doors, type May } from "./people.ts";

export interface ActsParts extends Doors {
  readonly store: PageStore;
  readonly lists: Lists;
  /** Null: the floor has no Alertmanager. */
  readonly alarms: AlarmDesk | null;
}

/** Words of acts as the store has them. */
export const ACTS = {
  rooms: "draw-rooms",
  enrol: "confirm-enrolment",
  settle: "settle-fork",
  retire: "retire-table",
  acknowledge: "acknowledge-alarm",
  takeBack: "take-back-acknowledgement",
  order: "order-table",
} as const;

/** For how long a person may say that he sees to an alarm, min: a shift at the most. */
export const ACKNOWLEDGED_MIN = { least: 5, most: 720 } as const;

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const log = z.string().min(1).max(MAX_LOG_NAME);
/** What the person signed with the key of the certificate that the connection shows, and the signature: `src/floor/signed-act.ts`. */
const signed = { said: z.string().max(SAID_MAX), sig: z.string().max(128) };
const asked = {
  /** `base`: the number of the drawing that these rooms were changed from; null: nobody had drawn any. */
  rooms: z.strictObject({ base: z.nullable(id), rooms: roomsSchema }),
  /** Code and print as the person has read them on the table's own screen. */
  enrol: z.strictObject({ log, enrolment: id, code: z.string().max(40), print: z.string().max(80), ...signed }),
  settle: z.strictObject({ log, fork: id, ...signed }),
  /** `instead`: the log of the unit that stands there from now on; null: none does. */
  retire: z.strictObject({
    log,
    instead: z.nullable(z.string().min(1).max(MAX_LOG_NAME)),
    ...signed,
  }),
  acknowledge: z.strictObject({
    fingerprint: z.string().min(1).max(64),
    since: z.iso.datetime(),
    minutes: z.int().min(ACKNOWLEDGED_MIN.least).max(ACKNOWLEDGED_MIN.most),
  }),
  takeBack: z.strictObject({ act: id, fingerprint: z.string().min(1).max(64) }),
};

/** Why an act is not taken. `changed`: somebody else was first; `same-person`: it takes two; `unsigned`: it is not what the person signed. */
type Refusal = "changed" | "same-person" | "unknown" | "differs" | "unsigned" | "invalid";
type Outcome = { readonly act: number } | Refusal;

const NOTHING = { log: null, enrolment: null, fork: null, detail: {}, signed: null } as const;

type On = <Said>(
  path: string,
  may: May,
  schema: z.ZodType<Said>,
  act: (said: Said, actor: Actor, certificate: X509Certificate) => Promise<Outcome>,
) => void;

/** What people do on the floor's page. Each act is a row that names the person by their certificate, and stays; one that takes another back is a row, too. */
export function addActs(app: MutualServer, parts: ActsParts): void {
  const { lists, store, alarms } = parts;
  const on: On = (path, may, schema, act) => {
    app.post(path, { onRequest: whoMay(may, parts) }, async (request, reply) => {
      const actor = actorOn(request, parts);
      const certificate = certificateOn(request);
      const said = schema.safeParse(jsonOf(request));
      if (actor === null || certificate === null || !said.success) return answer(reply, "invalid");
      const outcome = await act(said.data, actor, certificate);
      await Promise.all([lists.look(), alarms?.lookAgain()]);
      return answer(reply, outcome);
    });
  };
  on("/rooms", "draw", asked.rooms, async ({ base, rooms }, actor) =>
    roomFaults(rooms).length > 0
      ? "invalid"
      : madeOf(await store.addAct({ ...NOTHING, ...actor, does: ACTS.rooms, detail: { rooms } }, base)),
  );
  const addIf = async (act: NewAct | null | undefined): Promise<Outcome> =>
    act == null ? "unknown" : madeOf(await store.addAct(act));
  on("/alarms", "alarms", asked.acknowledge, (said, actor) => addIf(alarms?.acknowledging(said, actor)));
  on("/alarms/back", "alarms", asked.takeBack, ({ act, fingerprint }, actor) =>
    addIf(alarms?.takingBack(act, fingerprint, actor)),
  );
  addSignedActs(on, parts);
}

const madeOf = (act: number | null): Outcome => (act === null ? "changed" : { act });

/** Acts about keys of tables: of two people, each of whom signs. */
function addSignedActs(on: On, parts: ActsParts): void {
  const { lists } = parts;
  on(
    "/enrolments",
    "keys",
    asked.enrol,
    async ({ log: of, enrolment, code, print, ...said }, actor, certificate) => {
      const found = lists.enrolments.find((one) => one.id === enrolment && one.log === of);
      if (found === undefined) return "unknown";
      if (found.by.some((one) => isSamePerson(one, actor))) return "same-person";
      if (plain(code) !== plain(found.code) || plain(print) !== plain(found.print)) return "differs";
      const content = { does: ACTS.enrol, log: of, code: found.code, print: plain(found.print) };
      return keepSigned(parts, { ...NOTHING, ...actor, does: ACTS.enrol, log: of, enrolment }, content, {
        ...said,
        certificate,
      });
    },
  );
  on("/forks", "keys", asked.settle, async ({ log: of, fork, ...said }, actor, certificate) => {
    const found = lists.forks.find((one) => one.id === fork && one.log === of);
    if (found === undefined) return "unknown";
    if (found.by.some((one) => isSamePerson(one, actor))) return "same-person";
    const content = { does: ACTS.settle, log: of, seq: found.seq, other: found.otherHash };
    return keepSigned(parts, { ...NOTHING, ...actor, does: ACTS.settle, log: of, fork }, content, {
      ...said,
      certificate,
    });
  });
  on("/retire", "keys", asked.retire, async ({ log: of, instead, said, sig }, actor, certificate) => {
    if (!lists.knows(of) || instead === of) return "unknown";
    // Somebody may change what he said; the other one says the same.
    const retiring = lists.retiring.filter((one) => one.log === of);
    const own = retiring.find((one) => isSamePerson(one, actor));
    const other = retiring.find((one) => !isSamePerson(one, actor));
    if (own?.instead === instead) return "same-person";
    if (other !== undefined && other.instead !== instead) return "differs";
    const act = { ...NOTHING, ...actor, does: ACTS.retire, log: of, detail: { instead } };
    return keepSigned(parts, act, { does: ACTS.retire, log: of, instead }, { said, sig, certificate });
  });
}

interface SaidWith {
  readonly said: string;
  /** Base64. */
  readonly sig: string;
  readonly certificate: X509Certificate;
}

/** Keeps an act where the person of the connection signed this very content, just now. */
async function keepSigned(
  { store, credentials, clock }: ActsParts,
  act: NewAct,
  content: ActContent,
  { said, sig, certificate }: SaidWith,
): Promise<Outcome> {
  const signed = { said, sig: signatureIn(sig), certificate: Uint8Array.from(certificate.raw) };
  const { person, role, key, serial } = act;
  const row = { author: { person, role, key, serial }, content, at: clock.wall() };
  if (actFault(signed, credentials().authority.certificate, row) !== null) return "unsigned";
  return madeOf(await store.addAct({ ...act, signed }));
}

/** What somebody typed, however they parted it. */
const plain = (text: string): string => text.replaceAll(/[\s-]/g, "").toLowerCase();

function certificateOn({ raw }: FastifyRequest): X509Certificate | null {
  return (raw.socket as TLSSocket).getPeerX509Certificate() ?? null;
}

/** What a request brings, as JSON; null: it is none. */
export function jsonOf(request: FastifyRequest): unknown {
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
  unsigned: 409,
  unknown: 404,
  invalid: 400,
};

function answer(reply: FastifyReply, outcome: Outcome): FastifyReply {
  return typeof outcome === "string" ? sendText(reply, STATUS[outcome], outcome) : reply.send(outcome);
}
