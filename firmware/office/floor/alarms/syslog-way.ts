import { connect } from "node:tls";
import type { AlarmNotice } from "./alarm-notice.ts";

export interface SyslogWay {
  readonly host: string;
  readonly port: number;
  /** PEM: who certified the server; this machine's own pair, where the server asks for one. */
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  /** As this machine is called in each line. */
  readonly from: string;
}

/** Facility `local0`, and severities, as RFC 5424 has them. */
const LOCAL_0 = 16;
const SEVERITIES: Readonly<Record<string, number>> = { critical: 2, warning: 4, info: 6 };
const NOTICE = 5;
/** Until the server has taken everything and has let go, ms. */
const SENT_MS = 10_000;

/** An alarm as a message of RFC 5424. No structured data: an identifier of it would need a number of the house's own. */
export function syslogLine(notice: AlarmNotice, from: string): string {
  const { isOver, name, severity, about, summary, doThis, at } = notice;
  const priority = LOCAL_0 * 8 + (isOver ? NOTICE : (SEVERITIES[severity] ?? NOTICE));
  const text = [
    isOver ? "over" : "alarm",
    name,
    ...(about === "" ? [] : [`of ${about}`]),
    `(${severity}):`,
    summary,
    isOver ? "" : doThis,
  ];
  const head = `<${priority}>1 ${at} ${headWord(from, 255)} tirada-floor - ${headWord(name, 32)} -`;
  return `${head} \u{feff}${text.filter((one) => one !== "").join(" ")}`;
}

/** A word of the head: visible ASCII, of limited length; `-`: there is none. */
const headWord = (text: string, most: number): string =>
  text.replace(/[^\x21-\x7e]/g, "").slice(0, most) || "-";

/** Messages as RFC 5425 sends them over TLS: each behind its length in octets. */
export const framed = (lines: readonly string[]): string =>
  lines.map((line) => `${Buffer.byteLength(line)} ${line}`).join("");

/** Sends alarms to a syslog server over TLS. Rejects where it did not take them all. */
export function sendSyslog(notices: readonly AlarmNotice[], way: SyslogWay): Promise<void> {
  const { host, port, ca, cert, key, from } = way;
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ca,
      minVersion: "TLSv1.2",
      timeout: SENT_MS,
      ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }),
      ...(cert === undefined || key === undefined ? {} : { cert, key }),
    });
    socket.once("timeout", () => socket.destroy(new Error("it took longer than 10 s")));
    socket.once("secureConnect", () => socket.end(framed(notices.map((one) => syslogLine(one, from)))));
    socket.once("error", reject);
    // Nothing is said in return: that it let go in order is all that a syslog server says.
    socket.once("close", (hadError) => {
      if (!hadError) resolve();
    });
    socket.resume();
  });
}
