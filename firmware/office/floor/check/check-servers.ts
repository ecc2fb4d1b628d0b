import { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import { DAY_MS } from "../../../../src/orders/certificate.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { readCredentials, type Credentials } from "../../../afar/orders/credentials.ts";
import { askHttps } from "../../../net/ask-https.ts";
import { errorText } from "../../../problem.ts";
import { checked, type Checked } from "./checks.ts";
import type { FloorCheckConfig } from "./config.ts";

/** A certificate or a list that ends sooner is told, days: time to make the next one without haste. */
export const CERTIFICATE_DAYS = 14;
export const LIST_DAYS = 2;
const ANSWER_MS = 10_000;
const ANSWER_BYTES = 65_536;

/** Looks at this machine's own certificate, and whether collectors and page answer over TLS. */
export async function checkServers(config: FloorCheckConfig, clock: Clock): Promise<readonly Checked[]> {
  const { servers = [], certificate, key, authority, revoked } = config;
  if (certificate === undefined || key === undefined || authority === undefined || revoked === undefined)
    return [];
  let credentials: Credentials;
  try {
    credentials = await readCredentials({ certificate, key, authority, revoked });
  } catch (error) {
    return [checked("own-unusable", { why: errorText(error) })];
  }
  const daysTo = (ms: number): number => Math.floor((ms - clock.wall()) / DAY_MS);
  const days = daysTo(new X509Certificate(credentials.cert).validToDate.getTime());
  const list = daysTo(credentials.authority.list.to);
  const isEnding = days < CERTIFICATE_DAYS || list < LIST_DAYS;
  return [
    checked(isEnding ? "own-ending" : "own-well", { file: certificate, days, list }),
    ...(await Promise.all(servers.map((url) => checkServer(url, credentials, daysTo)))),
  ];
}

async function checkServer(
  url: string,
  credentials: Credentials,
  daysTo: (ms: number) => number,
): Promise<Checked> {
  const { cert, key, ca, crl } = credentials;
  const answered = await askHttps(
    { cert, key, ca, crl },
    { url: new URL("health", url), most: ANSWER_BYTES, withinMs: ANSWER_MS },
  );
  if ("silent" in answered) return checked("server-silent", { url, why: answered.silent });
  const days = daysTo(await endOfCertificate(new URL(url), credentials));
  return checked(days < CERTIFICATE_DAYS ? "server-ending" : "server-well", { url, days });
}

/** When the certificate of a server ends, ms since 1970. */
function endOfCertificate({ hostname, port }: URL, { cert, key, ca, crl }: Credentials): Promise<number> {
  return new Promise((resolve) => {
    const host = hostname.replaceAll(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port || 443), cert, key, ca, crl, timeout: ANSWER_MS });
    socket.once("secureConnect", () => {
      resolve(socket.getPeerX509Certificate()?.validToDate.getTime() ?? 0);
      socket.destroy();
    });
    // It answered a moment ago.
    for (const end of ["error", "timeout"] as const)
      socket.once(end, () => {
        resolve(0);
        socket.destroy();
      });
  });
}
