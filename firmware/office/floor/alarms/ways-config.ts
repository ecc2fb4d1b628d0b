import { hostname } from "node:os";
import { z } from "zod";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { orUsageProblem } from "../../../problem.ts";
import type { SnmpWay } from "./snmp-way.ts";
import type { SyslogWay } from "./syslog-way.ts";

const CONFIG_LIMIT = 65_536;
const PEM_LIMIT = 65_536;
const filePath = z.string().min(1).max(300);
const host = z.string().regex(/^[\w.:-]{1,255}$/, "is no name or address of a machine");

/** The ways of the floor's alarms that Alertmanager does not have. Every key is known, every unknown one is an error with its line. */
const schema = z
  .strictObject({
    /** On this machine alone: Alertmanager says what it says to whoever listens. */
    port: z.int().min(0).max(65_535).default(8478),
    syslog: z
      .strictObject({
        host,
        port: z.int().min(1).max(65_535).default(6514),
        /** PEM: who certified the server; and the pair of this machine, where the server asks for one. */
        authority: filePath,
        certificate: filePath.exactOptional(),
        key: filePath.exactOptional(),
      })
      .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), {
        error: "certificate and key go together",
      })
      .exactOptional(),
    snmp: z
      .strictObject({
        host,
        port: z.int().min(1).max(65_535).default(162),
        /** A folder with an snmp.conf: `man snmp.conf`. */
        settings: filePath,
        /** An arc that is the house's own: its enterprise number, and what it likes behind it. */
        arc: z
          .string()
          .regex(
            /^1\.3\.6\.1\.4\.1(?:\.\d{1,10}){1,20}$/,
            "is no arc below 1.3.6.1.4.1, where enterprises have theirs",
          ),
        /** The receiver says that it has taken each one. */
        confirmed: z.boolean().default(true),
      })
      .exactOptional(),
  })
  .refine(({ syslog, snmp }) => syslog !== undefined || snmp !== undefined, {
    error: "needs syslog or snmp: web hook and mail are Alertmanager's own",
  });

export interface AlarmWays {
  readonly port: number;
  readonly syslog: SyslogWay | null;
  readonly snmp: SnmpWay | null;
}

/** Reads the ways of alarms, and the files that they name. Throws a Problem that says what is wrong, with file and line. */
export function readAlarmWays(path: string): AlarmWays {
  const pem = (file: string): string => orUsageProblem(() => readTextFile(file, PEM_LIMIT));
  const { port, syslog, snmp } = readYamlAs(
    orUsageProblem(() => readTextFile(path, CONFIG_LIMIT)),
    path,
    schema,
  ).data;
  return {
    port,
    syslog:
      syslog === undefined
        ? null
        : {
            host: syslog.host,
            port: syslog.port,
            ca: pem(syslog.authority),
            ...(syslog.certificate === undefined ? {} : { cert: pem(syslog.certificate) }),
            ...(syslog.key === undefined ? {} : { key: pem(syslog.key) }),
            from: hostname(),
          },
    snmp:
      snmp === undefined
        ? null
        : {
            to: `udp:${snmp.host.includes(":") ? `[${snmp.host}]` : snmp.host}:${snmp.port}`,
            settings: snmp.settings,
            arc: snmp.arc,
            isConfirmed: snmp.confirmed,
          },
  };
}
