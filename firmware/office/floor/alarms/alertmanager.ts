import { z } from "zod";
import type { FloorAlarm } from "../../../../src/floor/alarm.ts";
import { rfc3339, wallMs } from "../../../../src/time/instant.ts";
import { errorText } from "../../../problem.ts";

/** An answer may take so long, ms, and have so many letters: some thousand alarms. */
const ANSWER_MS = 5_000;
const ANSWER_LETTERS_MAX = 8_388_608;
/** Alarms that are taken: each table has a handful of rules. */
const ALARMS_MAX = 4_000;
/** What a silence of ours begins with: no other one is touched. */
const OURS = "tirada act ";

const words = z.string().max(2_000);
const labels = z.record(z.string(), words);
const alertShape = z.object({
  fingerprint: z.string().min(1).max(64),
  startsAt: z.iso.datetime({ offset: true }),
  labels,
  annotations: labels,
  status: z.object({ state: z.string() }),
});
const silenceShape = z.object({
  id: z.string().min(1).max(64),
  comment: words,
  status: z.object({ state: z.string() }),
});

/** A silence of ours that holds. */
export interface OwnSilence {
  readonly id: string;
  /** What it was made for (`NewSilence`). */
  readonly of: string;
}

export interface NewSilence {
  /** What it is made for, by which it is known again. */
  readonly of: string;
  readonly person: string;
  /** The labels of the alarm, all of them. */
  readonly labels: Readonly<Record<string, string>>;
  /** Ms since 1970. */
  readonly from: number;
  readonly until: number;
}

/** Alertmanager by its interface (v2). Whatever it rejects with says that it is away, or is none. */
export class Alertmanager {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/$/, "");
  }

  /** Alarms that stand now, silenced ones among them. */
  async alarms(): Promise<readonly FloorAlarm[]> {
    const found = await this.#ask("alerts", z.array(alertShape));
    return found.slice(0, ALARMS_MAX).map((alert) => ({
      fingerprint: alert.fingerprint,
      name: alert.labels["alertname"] ?? "",
      log: alert.labels["log"] ?? null,
      labels: alert.labels,
      since: rfc3339(wallMs(Date.parse(alert.startsAt))),
      severity: alert.labels["severity"] ?? "",
      summary: alert.annotations["summary"] ?? "",
      doThis: alert.annotations["do"] ?? "",
    }));
  }

  /** Silences that were made here and hold. */
  async silences(): Promise<readonly OwnSilence[]> {
    const found = await this.#ask("silences", z.array(silenceShape));
    return found
      .filter(({ comment, status }) => comment.startsWith(OURS) && status.state !== "expired")
      .map(({ id, comment }) => ({ id, of: comment.slice(OURS.length) }));
  }

  async silence({ of, person, labels: of_, from, until }: NewSilence): Promise<void> {
    const matchers = Object.entries(of_).map(([name, value]) => ({
      name,
      value,
      isRegex: false,
      isEqual: true,
    }));
    await this.#ask("silences", z.object({ silenceID: z.string() }), "POST", {
      matchers,
      startsAt: rfc3339(wallMs(from)),
      endsAt: rfc3339(wallMs(until)),
      createdBy: person,
      comment: `${OURS}${of}`,
    });
  }

  async endSilence(id: string): Promise<void> {
    await this.#ask(`silence/${encodeURIComponent(id)}`, z.unknown(), "DELETE");
  }

  async #ask<T>(path: string, shape: z.ZodType<T>, method = "GET", body?: object): Promise<T> {
    const answer = await fetch(`${this.#url}/api/v2/${path}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    }).catch((error: unknown) => {
      throw new Error(`${this.#url} does not answer: ${errorText(error)}`, { cause: error });
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`${this.#url}/api/v2/${path}: status ${answer.status}, ${text.slice(0, 200)}`);
    if (text.length > ANSWER_LETTERS_MAX) throw new Error(`${this.#url}/api/v2/${path}: too long an answer`);
    const parsed = shape.safeParse(text === "" ? null : JSON.parse(text));
    if (!parsed.success) throw new Error(`${this.#url}/api/v2/${path} is not Alertmanager's answer`);
    return parsed.data;
  }
}
