import { z } from "zod";
import {
  heardAlarms,
  type Acknowledgement,
  type HeardAlarm,
  type TakenBack,
} from "../../../../src/floor/alarm.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { errorText } from "../../../problem.ts";
import type { Alertmanager } from "../alarms/alertmanager.ts";
import { ACTS } from "./acts.ts";
import { FLOOR, type ChangedParts } from "./changed-parts.ts";
import type { Actor, NewAct, PageStore, StoredAct } from "./page-store.ts";

/** Alarms are asked for so often, ms. */
export const ALARMS_MS = 5_000;
/** Alarms that pages are told of, and acts that are looked through. */
export const ALARMS_SHOWN = 500;
const ACTS_READ = 2_000;

export interface AlarmDeskParts {
  readonly manager: Pick<Alertmanager, "alarms" | "silences" | "silence" | "endSilence">;
  readonly store: PageStore;
  readonly told: ChangedParts;
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

const detailShape = z.object({ fingerprint: z.string(), since: z.string(), until: z.number() });
const backShape = z.object({ act: z.number(), fingerprint: z.string() });

/**
 * The floor's alarms and who sees to them. The store's acts alone say who; Alertmanager is made to keep silent by them, again and again: a
 * silence that got lost is made anew, and one whose alarm is over, or whose word was taken back, is ended.
 */
export class AlarmDesk {
  readonly #parts: AlarmDeskParts;
  #alarms: readonly HeardAlarm[] = [];
  #looking: Promise<void> | null = null;
  #isAway = false;

  constructor(parts: AlarmDeskParts) {
    this.#parts = parts;
  }

  /** Reads alarms and acts anew, and tells pages. Never rejects: that Alertmanager or store is away is told, too. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Looks anew, after what is being looked at now. */
  async lookAgain(): Promise<void> {
    await this.#looking;
    await this.look();
  }

  /** The act by which somebody acknowledges an alarm; null: there is no such alarm any more. */
  acknowledging(
    { fingerprint, since, minutes }: Pick<HeardAlarm, "fingerprint" | "since"> & { readonly minutes: number },
    actor: Actor,
  ): NewAct | null {
    const alarm = this.#alarms.find((one) => one.fingerprint === fingerprint && one.since === since);
    if (alarm === undefined) return null;
    const until = this.#parts.clock.wall() + minutes * 60_000;
    const detail = { alarm: alarm.name, fingerprint, since, until };
    return {
      ...actor,
      does: ACTS.acknowledge,
      log: alarm.log,
      enrolment: null,
      fork: null,
      detail,
      signed: null,
    };
  }

  /** The act by which somebody takes an acknowledgement back; null: it holds no more. */
  takingBack(act: number, fingerprint: string, actor: Actor): NewAct | null {
    const alarm = this.#alarms.find((one) => one.fingerprint === fingerprint && one.by?.act === act);
    if (alarm === undefined) return null;
    const detail = { act, fingerprint };
    return { ...actor, does: ACTS.takeBack, log: alarm.log, enrolment: null, fork: null, detail, signed: null };
  }

  async #look(): Promise<void> {
    const { manager, store, clock, onNotice } = this.#parts;
    try {
      const [alarms, acts] = await Promise.all([
        manager.alarms(),
        store.acts([ACTS.acknowledge, ACTS.takeBack], ACTS_READ),
      ]);
      const back = acts.flatMap(takenBackIn);
      this.#alarms = heardAlarms(alarms, acts.flatMap(acknowledgementIn), back, clock.wall());
      await this.#keepSilences();
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) onNotice(`alarms: ${errorText(error)}`);
      this.#isAway = true;
    }
    const { told, onChange } = this.#parts;
    const all = this.#alarms.slice(0, ALARMS_SHOWN);
    const more = this.#alarms.length - all.length;
    if (told.set(FLOOR, { alarms: { isAway: this.#isAway, all, more } })) onChange();
  }

  /** Alertmanager is silent about what somebody sees to, and about nothing else on our account. */
  async #keepSilences(): Promise<void> {
    const { manager, clock } = this.#parts;
    const wanted = new Map(
      this.#alarms.flatMap((alarm) =>
        alarm.by === null ? [] : [[`${alarm.by.act} ${alarm.fingerprint}`, { ...alarm, by: alarm.by }]],
      ),
    );
    for (const { id, of } of await manager.silences()) {
      if (!wanted.delete(of)) await manager.endSilence(id);
    }
    for (const [of, { labels, by }] of wanted)
      await manager.silence({ of, person: by.person, labels, from: clock.wall(), until: by.until });
  }
}

function acknowledgementIn({ id: act, does, person, role, at, detail }: StoredAct): Acknowledgement[] {
  const read = does === ACTS.acknowledge ? detailShape.safeParse(detail) : null;
  return read?.success === true ? [{ act, person, role, at, ...read.data }] : [];
}

function takenBackIn({ does, detail }: StoredAct): TakenBack[] {
  const read = does === ACTS.takeBack ? backShape.safeParse(detail) : null;
  return read?.success === true ? [read.data] : [];
}
