import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { usageProblem } from "../../problem.ts";
import { readTextFile } from "../../files/read-file.ts";

const RESOLV_MAX_BYTES = 65_536;

/** The addresses of the machines behind these addresses of the web, each once. Rejects with a Problem for a name that has none here. */
export async function addressesOf(urls: readonly string[]): Promise<readonly string[]> {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, "")))];
  const found = await Promise.all(hosts.map((host) => addressesOfHost(host)));
  return [...new Set(found.flat())].filter((address) => !isOwn(address));
}

async function addressesOfHost(name: string): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw usageProblem(
      `${name} has no address on this machine (${code}): look at its network and name server, or name the machine by its address`,
      error,
    );
  }
}

/** The name servers of this machine that are other machines. Throws nothing. */
export function nameServers(): readonly string[] {
  let text: string;
  try {
    text = readTextFile("/etc/resolv.conf", RESOLV_MAX_BYTES);
  } catch {
    return [];
  }
  const named = [...text.matchAll(/^\s*nameserver\s+([0-9A-Fa-f.:]+)/gm)].map(([, address = ""]) => address);
  return named.filter((address) => isIP(address) !== 0 && !isOwn(address));
}

/** This very machine: services may always speak with it. */
const isOwn = (address: string): boolean => address === "::1" || /^127\./.test(address);
