import { isIP } from "node:net";
import { z } from "zod";
import { problemsText } from "../../../../src/rules/yaml.ts";
import { isZone } from "../../../../src/time/day.ts";
import { readTextFile } from "../../../files/read-file.ts";
import { readYamlAs } from "../../../files/yaml-file.ts";
import { orUsageProblem, usageProblem } from "../../../problem.ts";

const ANSWERS_LIMIT = 65_536;
/** Machines of a floor at the most. */
export const FLOOR_MACHINES_MAX = 32;

/** What a machine of a floor can be. */
export const DUTIES = ["database", "collector", "page", "monitor", "backup", "balancer"] as const;
export type Duty = (typeof DUTIES)[number];

const hostName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, "must be a name of the casino's DNS, in small letters");
const address = z.string().refine((text) => isIP(text) !== 0, { error: "must be an address" });
const network = z
  .string()
  .refine((text) => isNetwork(text), { error: 'must be a network, as "10.8.1.0/24", or an address' });
const emailAddress = z.string().regex(/^[^\s@"]+@[^\s@"]+$/, "must be an address for mail");

function isNetwork(text: string): boolean {
  const [base = "", bits, ...rest] = text.split("/");
  const family = isIP(base);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** What a floor is set up from. Every key is known, every unknown one is an error with its line; no address is guessed. */
const schema = z.strictObject({
  /** As the casino's authority is called. */
  casino: z
    .string()
    .max(40)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, "must be small letters, digits and dashes"),
  /** What the page calls this floor. */
  name: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[^"\\\p{C}]+$/u, "must be one line without quotation marks"),
  /** Where the casino stands: by whose time its day begins. */
  zone: z.string().refine(isZone, { error: 'is no time zone: write it as "Europe/Madrid"' }),
  machines: z
    .array(
      z.strictObject({
        /** A word for the folder and the certificates. */
        name: z
          .string()
          .max(24)
          .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, "must be small letters, digits and dashes"),
        /** The name under which the others know it, and its address. */
        host: hostName,
        address,
        does: z.array(z.enum(DUTIES)).min(1),
      }),
    )
    .min(1)
    .max(FLOOR_MACHINES_MAX),
  networks: z.strictObject({
    /** Where the tables are. */
    tables: z.array(network).min(1),
    /** From where people look at the page. */
    people: z.array(network).min(1),
    /** From where the IT logs in to these machines. */
    staff: z.array(network).min(1),
  }),
  /** The relay's own figures, where there is one: HOST:PORT. */
  relay: z
    .string()
    .regex(/^[a-z0-9.-]+:\d{1,5}$/, "must be HOST:PORT")
    .exactOptional(),
  /** Where alarms go; one of both at least. */
  alarms: z
    .strictObject({
      webhook: z
        .url({ protocol: /^https?$/, error: "must be an address, as https://pager.casino.example/hook" })
        .exactOptional(),
      mail: z
        .strictObject({
          to: emailAddress,
          from: emailAddress,
          smarthost: z.string().regex(/^[a-z0-9.-]+:\d{1,5}$/, "must be HOST:PORT"),
        })
        .exactOptional(),
    })
    .refine(({ webhook, mail }) => webhook !== undefined || mail !== undefined, {
      error: "needs webhook, mail or both",
    }),
  /** The folder of backups: on another disk than the database. */
  backup: z.strictObject({ folder: z.string().regex(/^\/[\w./-]+$/, "must be a folder's whole path") }),
});
export type FloorAnswers = z.infer<typeof schema>;
export type FloorMachine = FloorAnswers["machines"][number];

/** Reads what a floor is to be. Throws a Problem that says everything that is wrong in one line, each with file and line. */
export function readFloorAnswers(path: string): FloorAnswers {
  const text = orUsageProblem(() => readTextFile(path, ANSWERS_LIMIT));
  const { data, problemAt } = readYamlAs(text, path, schema);
  const faults = machineFaults(data);
  if (faults.length > 0)
    throw usageProblem(problemsText(faults.map((one) => problemAt(one.path, one.message))));
  return data;
}

/** What a floor on one machine is made of, as options say it. */
export interface OneMachine {
  readonly casino: string;
  readonly host: string;
  readonly address: string;
  readonly tables: readonly string[];
  readonly people: readonly string[];
  readonly staff: readonly string[];
  readonly webhook: string;
  readonly backup: string;
}

/** The answers of a floor on one machine. Throws a Problem that names the option. */
export function answersOfOptions(options: OneMachine): FloorAnswers {
  const { casino, host, address, tables, people, staff, webhook, backup } = options;
  const does = DUTIES.filter((duty) => duty !== "balancer");
  const { success, data, error } = schema.safeParse({
    casino,
    name: casino,
    zone: "Europe/Madrid",
    machines: [{ name: "floor", host, address, does }],
    networks: { tables, people, staff },
    alarms: { webhook },
    backup: { folder: backup },
  });
  if (success) return data;
  const words = error.issues.map(({ path, message }) => {
    const key = path.findLast((one) => typeof one === "string" && one in options) ?? String(path[0]);
    return `--${String(key)}: ${message}`;
  });
  throw usageProblem(words.join("; "));
}

interface Fault {
  readonly path: (string | number)[];
  readonly message: string;
}

/** What the machines of a floor are together. */
function machineFaults({ machines }: FloorAnswers): readonly Fault[] {
  const faults: Fault[] = [];
  for (const key of ["name", "host", "address"] as const)
    for (const [at, machine] of machines.entries())
      if (machines.findIndex((one) => one[key] === machine[key]) < at)
        faults.push({ path: ["machines", at, key], message: "another machine has it" });
  for (const [duty, fits, wanted] of COUNTS) {
    const count = machines.filter(({ does }) => does.includes(duty)).length;
    if (!fits(count))
      faults.push({ path: ["machines"], message: `${wanted} must do ${duty}, and ${count} do` });
  }
  for (const [at, { does }] of machines.entries())
    if (does.includes("balancer") && does.includes("collector"))
      faults.push({
        path: ["machines", at, "does"],
        message: "balancer stands before collectors on other machines: both serve the same port",
      });
  return faults;
}

const COUNTS: readonly (readonly [duty: Duty, fits: (count: number) => boolean, wanted: string])[] = [
  ["database", (count) => count === 1 || count === 3, "one machine or three"],
  ["collector", (count) => count >= 1, "at least one machine"],
  ["page", (count) => count === 1, "one machine"],
  ["monitor", (count) => count === 1, "one machine"],
  ["backup", (count) => count === 1, "one machine"],
  ["balancer", (count) => count <= 2, "at most two machines"],
];

/** The machines that do something. */
export const machinesThat = ({ machines }: FloorAnswers, duty: Duty): readonly FloorMachine[] =>
  machines.filter(({ does }) => does.includes(duty));

export const isCluster = (answers: FloorAnswers): boolean => machinesThat(answers, "database").length > 1;

/** An example of what is asked, to be filled in. */
export const exampleAnswers = (nodes: 1 | 3): string => {
  const machine = (name: string, last: number, does: string): string =>
    `  - { name: ${name}, host: ${name}.casino.example, address: 10.8.0.${last}, does: [${does}] }`;
  const machines =
    nodes === 1
      ? [machine("floor", 10, "database, collector, page, monitor, backup")]
      : [
          ...[11, 12, 13].map((last, at) => machine(`store-${at + 1}`, last, "database, collector")),
          machine("floor", 20, "page, monitor, backup, balancer"),
        ];
  return `# What tirada floor init asks. Every name and address here is an example: put the casino's own.
# As the casino's authority is called (tirada ca init), and what the page calls this floor.
casino: casino-1
name: Casino 1
zone: Europe/Madrid
# Each machine with its name in the DNS and its address. does: ${DUTIES.join(", ")}.
machines:
${machines.join("\n")}
networks:
  # Where the tables are, from where people look at the page, from where the IT logs in.
  tables: [10.8.1.0/24]
  people: [10.8.2.0/24]
  staff: [10.8.3.0/24]
# The relay, where there is one: HOST:PORT.
# relay: relay.casino.example:8473
alarms:
  webhook: https://pager.casino.example/hook
  # mail: { to: floor@casino.example, from: tirada@casino.example, smarthost: "mail.casino.example:587" }
backup:
  # On another disk than the database.
  folder: /srv/backup
`;
};
