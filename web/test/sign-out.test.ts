import { afterEach, expect, test, vi } from "vitest";
import { followSignOut } from "#web/features/shell/sign-out.ts";

/** A page that began before the browser's last sign-out, by its clock; `viewer` is who the server says is signed in. */
function olderPage(viewer: string | null) {
  const assign = vi.fn();
  const kept: Record<string, string> = { "signed-out-at": String(performance.timeOrigin + 60_000) };
  const storage = { getItem: (key: string) => kept[key] ?? null };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("window", { localStorage: storage, sessionStorage: storage });
  vi.stubGlobal("location", { pathname: "/about", assign });
  vi.stubGlobal("addEventListener", vi.fn());
  const user = viewer && { _id: viewer };
  const ask = vi.fn(async () => Response.json({ success: true, data: { user } }));
  vi.stubGlobal("fetch", ask);
  return { assign, ask };
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["stays where its person has signed in again since", "ada", false],
  ["leaves where nobody is signed in any more", null, true],
  ["leaves where somebody else is signed in", "bob", true],
])("a page older than the last sign-out %s", async (_, viewer, leaves) => {
  const { assign, ask } = olderPage(viewer);
  const end = followSignOut("ada");
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  await ask.mock.results[0]!.value;
  await new Promise(setImmediate);
  expect(assign.mock.calls).toEqual(leaves ? [["/"]] : []);
  end();
});
