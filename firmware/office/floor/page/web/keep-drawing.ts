/** What becomes of a drawing: it is saved over the one that it was made from, or over another one by a person's word, or lost by it. */
import { h } from "preact";
import type { Language } from "../../../../../src/text/language.ts";
import { send } from "./ask.ts";
import { askPerson } from "./dialog.ts";
import type { RoomDraft } from "./draw-rooms.ts";
import type { FloorLists } from "./feed.ts";
import { wait } from "./page-clock.ts";
import { refusal, word } from "./words.ts";

/** News of the other drawing may come a little later than the answer that there is one. */
const NEWS_MS = 100;
const NEWS_LOOKS = 20;

export interface DrawingEnd {
  readonly language: Language;
  /** The drawing that counts now; null: nobody has saved one. */
  readonly drawn: () => FloorLists["drawn"];
  readonly end: () => void;
}

/** Saves over the drawing of this number, and over no other one. */
export async function saveRooms(draft: RoomDraft, base: number | null, of: DrawingEnd): Promise<void> {
  const { language, drawn, end } = of;
  const why = await send("/rooms", { base, rooms: draft.rooms });
  if (why === null) {
    end();
    return;
  }
  if (why !== "changed") {
    const title = refusal(why, language);
    const yes = word("close", language);
    askPerson({ title, content: [], yes, no: null, act: () => Promise.resolve(null) });
    return;
  }
  for (let looks = 0; (drawn()?.act ?? null) === base && looks < NEWS_LOOKS; looks++) await wait(NEWS_MS);
  askPerson({
    title: word("drawn-meanwhile", language, { person: drawn()?.person ?? "" }),
    content: [h("p", null, word("drawn-choose", language))],
    yes: word("mine-over", language),
    no: word("leave", language),
    act: async () => {
      await saveRooms(draft, drawn()?.act ?? null, of);
      return null;
    },
  });
}

/** What was drawn and not saved is lost only by a person's word. */
export function askToLeave(draft: RoomDraft, { language, end }: DrawingEnd): void {
  if (!draft.isChanged) return end();
  askPerson({
    title: word("drawing-lost", language),
    content: [],
    yes: word("drop-drawing", language),
    no: word("leave", language),
    act: () => {
      end();
      return Promise.resolve(null);
    },
  });
}
