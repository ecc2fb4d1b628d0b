import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Casino } from "./casino.ts";
import { freePortHere } from "./free-port.ts";

/** Prometheus and Alertmanager as Debian ships them, over a floor's page; a house's pager hears of what becomes an alarm. */
export interface WatchedFloor {
  /** Where Alertmanager answers. */
  readonly url: string;
  /** Alarms that the pager was told of, by name, each time that it was. */
  readonly paged: readonly string[];
  /** The same with the table that each was of. */
  readonly pagedOf: readonly Paged[];
  /** Reads the page at this address from now on. */
  watch(page: string): Promise<void>;
  stop(): Promise<void>;
}

export interface Paged {
  readonly alarm: string;
  readonly log: string | undefined;
}

const RULES = new URL("../../firmware/office/floor/alarms/rules.yml", import.meta.url).pathname;
const clock = systemClock();

/**
 * Starts both in a folder. What a rule waits for is shortened to a second: how long that is in a house is tried by `promtool test rules`. `quicker`:
 * what else of the rules' text is another one here.
 */
export async function watchFloor(
  here: Casino,
  folder: string,
  quicker: Readonly<Record<string, string>> = {},
): Promise<WatchedFloor> {
  mkdirSync(folder, { recursive: true });
  const children: ChildProcess[] = [];
  const pagedOf: Paged[] = [];
  const pager = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      pagedOf.push(...firingIn(body));
      response.end();
    });
  });
  const hook = await listening(pager);
  const manager = await freePortHere();
  const url = `http://127.0.0.1:${manager}`;
  writeFileSync(join(folder, "alertmanager.yml"), managerYaml(hook));
  start(children, "prometheus-alertmanager", [
    `--config.file=${join(folder, "alertmanager.yml")}`,
    `--storage.path=${join(folder, "manager")}`,
    `--web.listen-address=127.0.0.1:${manager}`,
    "--cluster.listen-address=",
  ]);
  await answers(`${url}/-/ready`);
  writeFileSync(join(folder, "rules.yml"), rulesWith(quicker));
  const monitor = await here.issue("monitor", { as: "monitor" });
  return {
    url,
    pagedOf,
    get paged() {
      return pagedOf.map(({ alarm }) => alarm);
    },
    watch: async (page) => {
      const files = { authority: here.authority.certificatePath, ...monitor };
      writeFileSync(join(folder, "prometheus.yml"), prometheusYaml(new URL(page).host, manager, files));
      const prometheus = await freePortHere();
      start(children, "prometheus", [
        `--config.file=${join(folder, "prometheus.yml")}`,
        `--storage.tsdb.path=${join(folder, "series")}`,
        `--web.listen-address=127.0.0.1:${prometheus}`,
      ]);
      await answers(`http://127.0.0.1:${prometheus}/-/ready`);
    },
    stop: async () => {
      const gone = children.map((one) => new Promise((resolve) => one.once("exit", resolve)));
      for (const one of children) one.kill("SIGKILL");
      await Promise.all(gone);
      pager.close();
      pager.closeAllConnections();
    },
  };
}

function rulesWith(quicker: Readonly<Record<string, string>>): string {
  let rules = readFileSync(RULES, "utf8").replace(/for: \w+/g, "for: 1s");
  for (const [from, to] of Object.entries(quicker)) {
    if (!rules.includes(from)) throw new Error(`no rule has ${from}`);
    rules = rules.replaceAll(from, to);
  }
  return rules;
}

interface Hook {
  readonly alerts: readonly {
    readonly status: string;
    readonly labels: Readonly<Record<string, string | undefined>>;
  }[];
}

const firingIn = (body: string): readonly Paged[] =>
  (JSON.parse(body) as Hook).alerts.flatMap(({ status, labels }) =>
    status === "firing" ? [{ alarm: labels["alertname"] ?? "", log: labels["log"] }] : [],
  );

function start(children: ChildProcess[], program: string, words: readonly string[]): void {
  children.push(spawn(program, words, { stdio: "ignore" }));
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
}

async function answers(url: string): Promise<void> {
  for (const from = clock.now(); clock.now() - from < 30 * US_PER_S;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    await clock.sleep(200 * US_PER_MS);
  }
  throw new Error(`${url} does not answer`);
}

const managerYaml = (hook: string): string => `route:
  receiver: floor
  group_by: [log, alertname]
  group_wait: 1s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: floor
    webhook_configs: [{ url: "${hook}", send_resolved: true }]
`;

interface MonitorFiles {
  readonly authority: string;
  readonly certificatePath: string;
  readonly keyPath: string;
}

const prometheusYaml = (page: string, manager: number, of: MonitorFiles): string => `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
alerting:
  alertmanagers: [{ static_configs: [{ targets: ["127.0.0.1:${manager}"] }] }]
scrape_configs:
  - job_name: tirada-floor
    scheme: https
    tls_config: &casino
      { ca_file: ${of.authority}, cert_file: ${of.certificatePath}, key_file: ${of.keyPath} }
    static_configs: [{ targets: ["${page}"] }]
  # Machines that are not there.
  - { job_name: tirada-collector, scheme: https, tls_config: *casino, static_configs: [{ targets: ["127.0.0.1:9"] }] }
  - { job_name: tirada-relay, scheme: https, tls_config: *casino, static_configs: [{ targets: ["127.0.0.1:9"] }] }
`;
