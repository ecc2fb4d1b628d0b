import { machinesThat, type FloorAnswers, type FloorMachine } from "./answers.ts";
import { STORE_NAME } from "./cluster-files.ts";
import { OFFICE, STORE } from "./machine-file.ts";

/** A certificate that a machine of the floor has. */
export interface WantedCertificate {
  /** Of its files: `<pair>.pem`, `<pair>.key.pem`. */
  readonly pair: string;
  readonly folder: string;
  readonly as: "collector" | "relay" | "monitor";
  /** As the authority issues it. */
  readonly name: string;
  readonly hosts: readonly string[];
  /** Who owns the key, and its mode. */
  readonly owner: string;
  readonly mode: string;
}

/** The certificates that a machine needs, for what it does. */
export function certificatesOf(answers: FloorAnswers, machine: FloorMachine): readonly WantedCertificate[] {
  const { name, host, address, does } = machine;
  const balancers = machinesThat(answers, "balancer").flatMap((one) => [one.host, one.address]);
  const own = { collector: "tirada-collector:tirada-collector", page: "tirada-floor:tirada-floor" };
  return [
    ...(does.includes("collector")
      ? [
          {
            pair: "collector",
            folder: OFFICE,
            as: "collector" as const,
            name: `collector-${name}`,
            hosts: [host, address, ...balancers],
            owner: own.collector,
            mode: "0600",
          },
        ]
      : []),
    ...(does.includes("page")
      ? [
          {
            pair: "floor-page",
            folder: OFFICE,
            as: "relay" as const,
            name: "floor-page",
            hosts: [host, address],
            owner: own.page,
            mode: "0600",
          },
        ]
      : []),
    ...(does.includes("database") || does.includes("backup")
      ? [
          {
            pair: "store",
            folder: STORE,
            as: "relay" as const,
            name: `${name}-store`,
            hosts: [host, address, "localhost", STORE_NAME],
            owner: "root:tirada-store",
            mode: "0640",
          },
        ]
      : []),
    ...(does.includes("monitor")
      ? [
          {
            pair: "monitor",
            folder: "/etc/prometheus/casino",
            as: "monitor" as const,
            name: "monitor",
            hosts: [],
            owner: "prometheus:prometheus",
            mode: "0600",
          },
        ]
      : []),
  ];
}

/** Makes a key and a request for each certificate of a machine, on that machine: no key ever travels. */
export function requestScript(wanted: readonly WantedCertificate[]): string {
  const lines = wanted.map(({ pair, folder, owner, mode }) => `request ${folder} ${pair} ${owner} ${mode}`);
  return `set -eu
umask 077
request() {
  mkdir -p -m 0755 "$1"
  if [ -e "$1/$2.key.pem" ]; then echo "$1/$2.key.pem is there already: it stays"; else
    openssl ecparam -name prime256v1 -genkey -noout -out "$1/$2.key.pem"
    chown "$3" "$1/$2.key.pem"
    chmod "$4" "$1/$2.key.pem"
  fi
  openssl req -new -key "$1/$2.key.pem" -subj /CN=request -out "$2.csr"
  chmod 0644 "$2.csr"
  echo "$2.csr: bring it to the authority"
}
${lines.join("\n")}
`;
}

/** What the authority is asked for, line by line, in the folder where the requests lie. */
export const issueLines = (machine: string, wanted: readonly WantedCertificate[]): readonly string[] =>
  wanted.map(({ pair, as, name, hosts }) => {
    const serves = hosts.length === 0 ? "" : ` --host ${hosts.join(" ")}`;
    return `tirada ca unit ${machine}/${pair}.csr --authority authority --as ${as} --name ${name}${serves} --out ${machine}/${pair}.pem`;
  });
