import { machinesThat } from "./answers.ts";
import { ownFile, PORTS, publicFile, type MachineFile, type MachineOf } from "./machine-file.ts";

const PROMETHEUS = "/etc/prometheus";
/** Where the package lays the rules of the floor's alarms. */
export const ALARM_RULES = "/usr/share/tirada-floor/rules.yml";

/** Prometheus: what it reads, and which rules become alarms. */
export function prometheusFile({ answers }: MachineOf): MachineFile {
  const targets = (hosts: readonly string[]): string =>
    `[{ targets: [${hosts.map((host) => JSON.stringify(host)).join(", ")}] }]`;
  const at = (duty: "collector" | "page", port: number): string =>
    targets(machinesThat(answers, duty).map(({ host }) => `${host}:${port}`));
  const relay =
    answers.relay === undefined
      ? ""
      : `  - job_name: tirada-relay
    scheme: https
    tls_config: *casino
    static_configs: ${targets([answers.relay])}
`;
  const text = `global: { scrape_interval: 15s, evaluation_interval: 15s }
rule_files: [${ALARM_RULES}]
alerting:
  alertmanagers:
    - static_configs: [{ targets: ["127.0.0.1:9093"] }]
scrape_configs:
  - job_name: tirada-floor
    scheme: https
    tls_config: &casino
      ca_file: ${PROMETHEUS}/casino/authority.pem
      cert_file: ${PROMETHEUS}/casino/monitor.pem
      key_file: ${PROMETHEUS}/casino/monitor.key.pem
    static_configs: ${at("page", PORTS.page)}
  - job_name: tirada-collector
    scheme: https
    tls_config: *casino
    static_configs: ${at("collector", PORTS.collector)}
${relay}`;
  return publicFile(`${PROMETHEUS}/prometheus.yml`, "Prometheus: in the place of Debian's own.", text);
}

/** Alertmanager: where alarms go. */
export function alertmanagerFile({ answers }: MachineOf): MachineFile {
  const { webhook, mail } = answers.alarms;
  const ways = [
    ...(webhook === undefined ? [] : [`    webhook_configs: [{ url: "${webhook}", send_resolved: true }]\n`]),
    ...(mail === undefined
      ? []
      : [
          `    email_configs: [{ to: "${mail.to}", from: "${mail.from}", smarthost: "${mail.smarthost}", send_resolved: true }]\n`,
        ]),
  ];
  const text = `route:
  receiver: floor
  group_by: [log]
  group_wait: 5s
  repeat_interval: 4h
receivers:
  - name: floor
${ways.join("")}`;
  return ownFile(
    `${PROMETHEUS}/alertmanager.yml`,
    "prometheus",
    "Alertmanager: in the place of Debian's own.",
    text,
  );
}
