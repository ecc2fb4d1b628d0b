import { isIPv6 } from "node:net";
import { isCluster, machinesThat, type Duty } from "./answers.ts";
import { PORTS, publicFile, STORE, type MachineFile, type MachineOf } from "./machine-file.ts";

const at = (address: string, port: number): string =>
  `${address.includes(":") ? `[${address}]` : address}:${port}`;

/** Whether this machine's programs reach a database that may be any of three. */
export const needsLeader = ({ answers, machine }: MachineOf): boolean =>
  isCluster(answers) && machine.does.some((duty) => duty === "collector" || duty === "page");

/** HAProxy: before several collectors, and to the leader of three databases. */
export function haproxyFile(of: MachineOf): MachineFile {
  const { answers, machine } = of;
  const checks = `check check-ssl verify required ca-file ${STORE}/authority.pem`;
  const leader = machinesThat(answers, "database").map(
    ({ name, host, address }) =>
      `  server ${name} ${at(address, PORTS.postgres)} port ${PORTS.patroni} check-sni ${host} verifyhost ${host}`,
  );
  const collectors = machinesThat(answers, "collector").map(
    ({ name, host, address }) =>
      `  server ${name} ${at(address, PORTS.collector)} check-sni ${host} verifyhost ${host}`,
  );
  const parts = [
    ...(needsLeader(of)
      ? [
          `# The leader, as Patroni says. Who spoke with one that leads no more, or hangs, is cut off and comes to the new one.
listen leader
  bind 127.0.0.1:${PORTS.leader}
  timeout client 1d
  timeout server 1d
  option httpchk
  http-check send meth GET uri /primary
  http-check expect status 200
  # A leader that was frozen takes itself for one for some seconds more: whoever comes is looked at for four before it is asked.
  default-server inter 1s fastinter 500ms fall 3 rise 8 on-marked-down shutdown-sessions ${checks}
${leader.join("\n")}
`,
        ]
      : []),
    ...(machine.does.includes("balancer")
      ? [
          `# Tables speak with a collector itself, over TLS that ends there: which of them makes no difference.
listen collectors
  bind ${at(machine.address, PORTS.collector)}
  balance leastconn
  default-server inter 2s fall 3 rise 2 on-marked-down shutdown-sessions ${checks}
${collectors.join("\n")}
`,
        ]
      : []),
  ];
  const text = `global
  user haproxy
  group haproxy
  maxconn 4096
  log /dev/log local0
  stats socket /run/haproxy/admin.sock mode 660 level admin
defaults
  mode tcp
  log global
  timeout connect 3s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  option clitcpka
  option srvtcpka

${parts.join("\n")}`;
  return publicFile("/etc/haproxy/haproxy.cfg", "HAProxy: in the place of Debian's own.", text);
}

/** Who may reach which port of a machine. */
interface Opening {
  readonly port: number;
  readonly from: readonly string[];
  readonly why: string;
}

function openingsOf({ answers, machine }: MachineOf): readonly Opening[] {
  const { networks } = answers;
  const addressesOf = (...duties: readonly Duty[]): string[] =>
    answers.machines
      .filter((one) => one.name !== machine.name && one.does.some((duty) => duties.includes(duty)))
      .map(({ address }) => address);
  const does = (duty: Duty): boolean => machine.does.includes(duty);
  const nodes = isCluster(answers) ? addressesOf("database") : [];
  const tables = machinesThat(answers, "balancer").length > 0 ? [] : networks.tables;
  return [
    { port: 22, from: networks.staff, why: "the IT logs in" },
    ...(does("collector")
      ? [
          {
            port: PORTS.collector,
            from: [...tables, ...addressesOf("balancer", "monitor", "collector", "page")],
            why: "tables, or HAProxy before them, and who looks",
          },
        ]
      : []),
    ...(does("balancer") ? [{ port: PORTS.collector, from: networks.tables, why: "tables" }] : []),
    ...(does("page")
      ? [
          {
            port: PORTS.page,
            from: [...networks.people, ...addressesOf("monitor", "collector")],
            why: "people, and who looks",
          },
        ]
      : []),
    ...(does("database")
      ? [
          {
            port: PORTS.postgres,
            from: addressesOf("database", "collector", "page"),
            why: "programs of the floor",
          },
          ...(isCluster(answers)
            ? [
                {
                  port: PORTS.patroni,
                  from: addressesOf("database", "collector", "page"),
                  why: "who leads: for HAProxy",
                },
                { port: PORTS.etcdClient, from: nodes, why: "etcd" },
                { port: PORTS.etcdPeer, from: nodes, why: "etcd among themselves" },
              ]
            : []),
        ]
      : []),
    ...(does("database") || does("backup")
      ? [{ port: PORTS.pgbackrest, from: addressesOf("database", "backup"), why: "backup" }]
      : []),
  ].filter(({ from }) => from.length > 0);
}

/** The packet filter: what no rule names is dropped. */
export function nftablesFile(of: MachineOf): MachineFile {
  const rules = openingsOf(of).flatMap(({ port, from, why }) =>
    [false, true].flatMap((isSix) => {
      const some = from.filter((one) => isIPv6(one.split("/", 1).join("")) === isSix);
      if (some.length === 0) return [];
      return [
        `    # ${why}`,
        `    ${isSix ? "ip6" : "ip"} saddr { ${[...new Set(some)].join(", ")} } tcp dport ${port} accept`,
      ];
    }),
  );
  const text = `flush ruleset
table inet filter {
  chain input {
    type filter hook input priority filter; policy drop;
    ct state established,related accept
    ct state invalid drop
    iif lo accept
    meta l4proto { icmp, ipv6-icmp } accept
${rules.join("\n")}
  }
  chain forward {
    type filter hook forward priority filter; policy drop;
  }
}
`;
  return publicFile("/etc/nftables.conf", "The packet filter: in the place of Debian's own.", text);
}
