import { z } from "zod";

/** Alarms of one notification that are told on: a floor has a thousand at its worst. */
const ALARMS_MAX = 2_000;
const WORDS_MAX = 500;

const words = z.string().max(4_000);
const labels = z.record(z.string(), words);
/** A notification of Alertmanager (`webhook_configs`). */
const shape = z.object({
  alerts: z
    .array(
      z.object({
        status: z.enum(["firing", "resolved"]),
        labels,
        annotations: labels,
        startsAt: z.iso.datetime({ offset: true }),
        endsAt: z.iso.datetime({ offset: true }),
      }),
    )
    .max(ALARMS_MAX),
});

/** One alarm as it is told on: a text holds nothing that would end a line or hide another one. */
export interface AlarmNotice {
  readonly isOver: boolean;
  readonly name: string;
  readonly severity: string;
  /** The table's log, or what else the alarm is about; empty: the whole floor. */
  readonly about: string;
  readonly summary: string;
  readonly doThis: string;
  /** RFC 3339: when it began, or where it is over, when it ended. */
  readonly at: string;
}

/** The alarms of a notification; null: it is none. */
export function noticesIn(body: unknown): readonly AlarmNotice[] | null {
  const parsed = shape.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.alerts.map(({ status, labels: of, annotations, startsAt, endsAt }) => ({
    isOver: status === "resolved",
    name: plain(of["alertname"] ?? ""),
    severity: plain(of["severity"] ?? ""),
    about: plain(of["log"] ?? of["instance"] ?? ""),
    summary: plain(annotations["summary"] ?? ""),
    doThis: plain(annotations["do"] ?? ""),
    at: status === "resolved" ? endsAt : startsAt,
  }));
}

/** A text of one line, in letters that can be seen. */
const plain = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, WORDS_MAX);
