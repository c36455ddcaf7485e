import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { completeSignIn, signInCall } from "#web/features/accounts/identity.ts";
import { loginMessage, registerMessage } from "#web/features/accounts/messages.ts";

const assign = vi.fn();

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal("location", { pathname: "/login", assign });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const answers = (answer: () => Response) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => answer()),
  );

test("a browser that takes no cookies is told so before anything is sent", async () => {
  answers(() => Response.json({}));
  vi.stubGlobal("navigator", { cookieEnabled: false });
  await expect(signInCall("sign-in/email", {})).rejects.toMatchObject({ code: "COOKIES_OFF" });
  expect(fetch).not.toHaveBeenCalled();
});

test("who signed in without the cookie being kept is told so where they are", async () => {
  answers(() => Response.json(null));
  const refused = await completeSignIn("/user/dashboard").catch((error: unknown) => error);
  expect(loginMessage(refused)).toMatch(/^Your browser keeps no cookies/);
  expect(registerMessage(refused)).toMatch(/^You have an account, but your browser keeps no cookies/);
  expect(assign).not.toHaveBeenCalled();
});

test.each([
  ["with a session", () => Response.json({ session: {}, user: {} })],
  ["where that can't be asked", () => Response.json({ code: "UNAVAILABLE" }, { status: 503 })],
])("who signed in goes on %s", async (_, answer) => {
  answers(answer);
  await completeSignIn("/user/dashboard");
  expect(assign).toHaveBeenCalledWith("/user/dashboard");
});
