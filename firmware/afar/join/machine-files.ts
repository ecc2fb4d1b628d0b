import { isIP } from "node:net";
import { join } from "node:path";

/** What a casino's files become on the machine of a table. */

const DROP_IN_HEAD =
  "# Written by tirada join, which writes it anew when it is given again. What else is this table's own stands in table.conf.\n";

/** The services that talk to the casino's machines. */
export const SERVICES = ["tirada", "tirada-updater"] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The drop-in of a service, below the folder of the services. */
export const dropInOf = (folder: string, service: ServiceName): string =>
  join(folder, `${service}.service.d`, "casino.conf");

/** What a service may speak with beside this machine. */
export const dropInText = (addresses: readonly string[]): string =>
  `${DROP_IN_HEAD}[Service]\n${addresses.map((address) => `IPAddressAllow=${address}\n`).join("")}`;

/** Who may open a port of this machine. */
export interface Opened {
  readonly port: number;
  readonly from: readonly string[];
}

/** What the machine's own firewall lets in, for the sets of its table `tirada`; null: nobody. */
export function firewallText(opened: Opened | null): string {
  const head = "# Written by tirada join: who may open the technician's port of this table.\n";
  if (opened === null) return head;
  const of = (version: 4 | 6): readonly string[] =>
    opened.from.filter((network) => isIP(network.split("/", 1).join("")) === version);
  const elements = ([4, 6] as const).flatMap((version) =>
    of(version).length === 0
      ? []
      : [`add element inet tirada casino${version} { ${of(version).join(", ")} }\n`],
  );
  return `${head}add element inet tirada technician_port { ${opened.port} }\n${elements.join("")}`;
}
