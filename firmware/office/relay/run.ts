import type { Clock } from "../../../src/time/clock.ts";
import { listenError } from "../../net/error.ts";
import { onDisk } from "../../files/errors.ts";
import { EXIT, errorText, Problem, usageProblem } from "../../problem.ts";
import { readCredentials, type Credentials } from "../../afar/orders/credentials.ts";
import { tlsOptions } from "../../afar/orders/tls.ts";
import type { RelayConfig } from "./config.ts";
import { BundleBox } from "./bundle-box.ts";
import { LetterBox } from "./letter-box.ts";
import { TIDY_US } from "./limits.ts";
import { RenewalBox } from "./renewal-box.ts";
import { createRelayServer } from "./server.ts";

export interface RunningRelay {
  readonly url: string;
  stop(): Promise<void>;
}

/** Why nobody can be served there, with the relay's own key in the place of the screens'. */
function listenProblem(error: unknown, { host, port }: RelayConfig["listen"]): Problem {
  const said = listenError(error, host, port).message.replace(/^display: /, "");
  const ofScreens = / with --display-port| \(display\.port in the configuration, or --display-port\)/;
  return new Problem(EXIT.display, said.replace(ofScreens, " in listen"), { cause: error });
}

/** Starts a relay. Rejects with a Problem of one line; then nothing is left running. */
export async function runRelay(
  config: RelayConfig,
  clock: Clock,
  onNotice: (line: string) => void,
): Promise<RunningRelay> {
  const { listen, folder, tree = null } = config;
  let credentials = await readCredentials(config).catch((error: unknown) => {
    throw usageProblem(errorText(error), error);
  });
  const box = onDisk("making the folder", folder, () => new LetterBox(folder));
  const bundles = new BundleBox(folder);
  const renewals = new RenewalBox(folder);
  onDisk("reading", folder, () => bundles.tidy(clock.wall()));
  const counters = { connectionsRefused: 0 };
  const parts = {
    clock,
    box,
    bundles,
    renewals,
    tree,
    onNotice,
    counters,
    credentials: (): Credentials => credentials,
  };
  const app = await createRelayServer(parts).catch((error: unknown) => {
    throw usageProblem(`certificate and key do not make a server: ${errorText(error)}`, error);
  });
  try {
    await app.listen({ host: listen.host, port: listen.port });
  } catch (error) {
    throw listenProblem(error, listen);
  }
  const tidying = clock.every(TIDY_US, "letters and certificates", () => {
    try {
      box.tidy(clock.wall());
      bundles.tidy(clock.wall());
      renewals.tidy(clock.wall());
    } catch (error) {
      onNotice(errorText(error));
    }
    readCredentials(config).then(
      (newer) => {
        credentials = newer;
        app.server.setSecureContext(tlsOptions(newer));
      },
      (error: unknown) => onNotice(`${errorText(error)}; the files of before count`),
    );
  });
  const address = app.server.address();
  const port = address !== null && typeof address === "object" ? address.port : listen.port;
  const host = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
  return {
    url: `https://${host}:${port}/`,
    stop: async () => {
      tidying.cancel();
      await app.close();
    },
  };
}
