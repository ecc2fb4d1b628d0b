import type { FastifyReply, FastifyRequest } from "fastify";
import { FAR_ROLES, isPerson, type FarRole, type Holder } from "../../../src/orders/certificate.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { Credentials } from "../../afar/orders/credentials.ts";
import { sendText } from "../../afar/orders/mutual-server.ts";
import { holderOn, isMachine } from "../../afar/orders/tls.ts";
import type { BundleBox } from "./bundle-box.ts";
import { boxOf, type LetterBox } from "./letter-box.ts";
import type { RenewalBox } from "./renewal-box.ts";

/** Who comes to a relay, and what they bring. */

export interface RelayParts {
  readonly credentials: () => Credentials;
  readonly clock: Clock;
  readonly box: LetterBox;
  readonly bundles: BundleBox;
  readonly renewals: RenewalBox;
  /** Folder of the repositories; null: there is none. */
  readonly tree: string | null;
  readonly onNotice: (line: string) => void;
  readonly counters: { connectionsRefused: number };
}

/** The text of a request; empty where it has none. */
export const textOf = (request: FastifyRequest): string =>
  typeof request.body === "string" ? request.body : "";

/** Lets tables through, each to its own box. */
export function tablesOnly({ credentials, clock, box }: RelayParts) {
  const unitOn = (request: FastifyRequest): Holder | null => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    return isMachine(holder, "unit") ? holder : null;
  };
  return {
    unit: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const holder = unitOn(request);
      if (holder === null) await sendText(reply, 403, "For tables only.");
      else if (!box.noteTable(boxOf(holder.name), clock.wall()))
        await sendText(reply, 403, "refused: too-many");
    },
    own: (request: FastifyRequest): string => boxOf(unitOn(request)?.name ?? ""),
  };
}

/** Lets people through, and the floor's page, which brings what they signed: it has a relay's certificate. What it brings is judged all the same. */
export function peopleAndPages({ credentials, clock }: RelayParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    if (holder === null || !(isPerson(holder) || isMachine(holder, "relay")))
      await sendText(reply, 403, "For people only.");
  };
}

/** Lets people through, of these roles alone. */
export function peopleOnly({ credentials, clock }: RelayParts, roles: readonly FarRole[] = FAR_ROLES) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = holderOn(request.raw.socket, credentials().authority, clock);
    if (holder === null || !isPerson(holder)) await sendText(reply, 403, "For people only.");
    else if (!roles.includes(holder.as)) await sendText(reply, 403, "Not for this role.");
  };
}
