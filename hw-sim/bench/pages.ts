import { BroadcastChannel } from "node:worker_threads";
import type { AddedPages, MakePages } from "../../firmware/screens/server/added-pages.ts";
import { benchDesk } from "./desk.ts";
import type { ToDesk } from "./messages.ts";

/** The bench's pages for the screens' thread, fed over this channel by the bench's thread (`thread.ts`). */
export const benchPages = (channel: string): AddedPages => ({
  name: "bench",
  module: import.meta.url,
  files: new URL("./web/", import.meta.url).pathname,
  channel,
});

/** Pages and bench's thread meet on a channel of that name, so that either can be restarted. */
export const makePages: MakePages = (name, clock) => {
  const channel = new BroadcastChannel(name);
  const desk = benchDesk((message) => channel.postMessage(message), clock);
  channel.onmessage = (event: unknown) => desk.handleMessage((event as { readonly data: ToDesk }).data);
  return {
    hasRoom: () => desk.hasRoom(),
    add: (socket) => desk.add(socket),
    close: () => {
      desk.close();
      channel.close();
    },
  };
};
