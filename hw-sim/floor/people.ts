import { X509Certificate } from "node:crypto";
import { ACTS } from "../../firmware/office/floor/page/acts.ts";
import type { StoredFloor } from "../../firmware/office/floor/page/stored-floor.ts";
import { printOf } from "../../src/floor/enrolment.ts";
import { signAct, type ActContent, type SaidAct } from "../../src/floor/signed-act.ts";
import { publicKeyId, serialOf } from "../../src/orders/certificate.ts";
import { parseVkey } from "../../src/record/keys.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Pair, SimulatedCasino } from "./casino.ts";

const NOTHING = { log: null, enrolment: null, fork: null, detail: {} };
const NAMES = [
  { person: "Ana Soto", role: "tecnico" },
  { person: "Iker Otero", role: "inspector" },
] as const;

/** Two people of a simulated casino, who sign what they decide on the floor's page. */
export class SimulatedPeople {
  readonly #clock: Clock;
  readonly #people: readonly (Pair & (typeof NAMES)[number])[];

  private constructor(clock: Clock, people: readonly (Pair & (typeof NAMES)[number])[]) {
    this.#clock = clock;
    this.#people = people;
  }

  static async of(casino: Pick<SimulatedCasino, "issue">, clock: Clock): Promise<SimulatedPeople> {
    const people = NAMES.map(async (one) => ({ ...one, ...(await casino.issue(one.person, one.role)) }));
    return new SimulatedPeople(clock, await Promise.all(people));
  }

  /** They confirm every table that asks to join. */
  async confirmAll(page: StoredFloor): Promise<void> {
    for (let asking = await page.enrolments(); asking.length > 0; asking = await page.enrolments())
      for (const { id, log, code, vkey } of asking) {
        const print = printOf(parseVkey(vkey)).replaceAll(" ", "");
        await this.#say(page, { does: ACTS.enrol, log, code, print }, { enrolment: id });
      }
  }

  /** They say that the stored history of each forked log is the table's. @returns how many were settled */
  async settleForks(page: StoredFloor): Promise<number> {
    const forks = await page.forks();
    for (const { id, log, seq, otherHash } of forks)
      await this.#say(page, { does: ACTS.settle, log, seq, other: otherHash }, { fork: id });
    return forks.length;
  }

  async #say(
    page: StoredFloor,
    content: ActContent,
    about: { enrolment?: number; fork?: number },
  ): Promise<void> {
    for (const { person, role, cert, key } of this.#people) {
      const certificate = new X509Certificate(cert);
      const said = { v: 1, at: this.#clock.wall(), ...content } as SaidAct;
      const author = {
        person,
        role,
        key: publicKeyId(certificate.publicKey),
        serial: serialOf(certificate.serialNumber),
      };
      const { does, log } = content;
      const signed = signAct(said, key, certificate);
      await page.addAct({ ...NOTHING, ...author, does, log, ...about, signed });
    }
  }
}
