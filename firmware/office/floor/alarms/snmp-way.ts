import { spawn } from "node:child_process";
import type { AlarmNotice } from "./alarm-notice.ts";

export interface SnmpWay {
  /** As snmptrap takes it: `udp:10.8.0.9:162`. */
  readonly to: string;
  /** A folder with the snmp.conf that has version, names and passphrases: no secret is on a command line. */
  readonly settings: string;
  /** The arc of the house's own below which traps and their values are named. */
  readonly arc: string;
  /** Whether the receiver has to say that it has taken it (an inform), and is asked again where it does not. */
  readonly isConfirmed: boolean;
}

/** Debian's package snmp. The way to its encryption is kept there: nothing of BER or of SNMP's keys is made here. */
const PROGRAM = "/usr/bin/snmptrap";
/** Of one trap with its repetitions, ms. */
const SENT_MS = 20_000;
const REFUSED_LETTERS = 300;

/** What stands behind the options of snmptrap for an alarm: `arc`.0.1 where it stands, .0.2 where it is over, its values from .1.1 on. */
export function trapWords(notice: AlarmNotice, arc: string): readonly string[] {
  const { isOver, name, severity, about, summary, doThis, at } = notice;
  const values = [name, severity, about, summary, doThis, at];
  return [
    // The uptime is its own.
    "",
    `${arc}.0.${isOver ? 2 : 1}`,
    ...values.flatMap((value, n) => [`${arc}.1.${n + 1}`, "s", value]),
  ];
}

/** Sends alarms as traps, one after the other. Rejects at the first that was not taken. */
export async function sendTraps(notices: readonly AlarmNotice[], way: SnmpWay): Promise<void> {
  for (const notice of notices) await sendTrap(notice, way);
}

function sendTrap(notice: AlarmNotice, { to, settings, arc, isConfirmed }: SnmpWay): Promise<void> {
  const options = [...(isConfirmed ? ["-Ci"] : []), "-r", "2", "-t", "3", "-M", "", "-m", ""];
  // Behind the two strokes nothing is an option, whatever it begins with.
  const words = [...options, "--", to, ...trapWords(notice, arc)];
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, words, {
      env: { SNMPCONFPATH: settings, SNMP_PERSISTENT_DIR: settings, LC_ALL: "C.UTF-8" },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: SENT_MS,
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(0, REFUSED_LETTERS);
    });
    child.once("error", reject);
    child.once("close", (status) => {
      if (status === 0) resolve();
      else reject(new Error(`snmptrap: ${said.trim() || `status ${status}`}`));
    });
  });
}
