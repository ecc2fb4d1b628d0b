/** What the page asks the server, and what it sends. */

/** Null: nothing that can be used; the line at the top says when the server is away. */
export async function ask<T>(
  path: string,
  query: Readonly<Record<string, string | number | null>> = {},
): Promise<T | null> {
  const given = Object.entries(query).filter(([, value]) => value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  try {
    const answer = await fetch(`${path}?${search}`);
    // The server made it: its fields are not checked.
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null;
  }
}

/** Null: it was taken; else why not, in the server's own word. */
export async function send(path: string, body: object): Promise<string | null> {
  try {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body) });
    return answer.ok ? null : (await answer.text()).trim();
  } catch {
    return "away";
  }
}
