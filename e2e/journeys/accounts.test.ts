import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../server/test/helpers/totp.ts";
import { axeViolations, faultsInLooks, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, type Look, untilItAnswers } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import {
  askForResetLink,
  endOf,
  giveCredits,
  join,
  logIn,
  newAccount,
  resetLink,
} from "../helpers/people.ts";
import { openMember, openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";
import { stayOnReload } from "../helpers/unload.ts";

const { browser, shop } = await openShop();

const visit = (look?: Look) => openStranger(browser, shop, look);
const member = (look?: Look) => openMember(browser, shop, look);

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("form").getByRole("button", { name: "Login", exact: true }).click();
}

/** Whose password a form's is, for the browser's password manager: in no field that is seen. */
async function usernameOf(form: Page | Locator): Promise<string> {
  const field = form.locator("input[type=text][autocomplete=username]");
  expect(await field.isVisible()).toBe(false);
  return field.inputValue();
}

const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement);

/** The text that is tied to a field as its error. */
async function errorOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  await page.waitForFunction(
    (input) => input?.getAttribute("aria-invalid") === "true",
    await field.elementHandle(),
  );
  const id = await field.getAttribute("aria-describedby");
  return page.locator(`[id="${id}"]`).innerText();
}

/** Presses the button of a service, whose popup's form is filled in; answers the popup. */
async function openPopup(page: Page, service: string, fields: Record<string, string> = {}): Promise<Page> {
  const button = page.getByRole("button", { name: `Continue with ${service}` });
  const [popup] = await Promise.all([page.context().waitForEvent("page"), button.click()]);
  await popup.getByRole("button", { name: "Continue" }).waitFor();
  for (const [label, text] of Object.entries(fields))
    await popup.getByRole("textbox", { name: label }).fill(text);
  return popup;
}

async function continueAt(page: Page, service: string, fields: Record<string, string> = {}): Promise<void> {
  await (await openPopup(page, service, fields)).getByRole("button", { name: "Continue" }).click();
}

async function cancelled(page: Page, service: string): Promise<void> {
  await (await openPopup(page, service)).getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Sign-in cancelled. Please try again.").waitFor();
}

/** The ways in which Google's popup lets nobody in; `email` has an account with a password. */
const endings = {
  cancelled: (page: Page) => cancelled(page, "Google"),
  async withoutEmail(page: Page) {
    await continueAt(page, "Google", { Email: "" });
    await page.getByText("This service did not tell us your email.").waitFor();
  },
  async taken(page: Page, email: string) {
    await continueAt(page, "Google", { Email: email });
    await page.getByText("An account with this email exists already.").waitFor();
  },
  /** The service leads back with a code that it does not know itself. */
  async failed(page: Page) {
    await page.context().route("**/consent", async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 });
      const back = answer.headers().location!.replace(/code=[^&]+/, "code=made-up");
      await route.fulfill({
        contentType: "text/html",
        body: `<meta http-equiv="refresh" content="0;url=${back}">`,
      });
    });
    await continueAt(page, "Google");
    await page.getByText("An error occurred during login. Please try again.").waitFor();
    await page.context().unroute("**/consent");
  },
};

describe("signing in", () => {
  it("tells an unknown e-mail, a wrong password and a malformed e-mail apart, at the field, and keeps what was typed", async () => {
    const { account } = await member();
    const { page } = await visit();
    await page.goto("/login");
    await fillLogin(page, "nobody@example.com", "a good password");
    await expect.poll(() => errorOf(page, "Email")).toBe("No account found with this email address.");
    await fillLogin(page, "nobody@nowhere", "a good password");
    await expect.poll(() => errorOf(page, "Email")).toBe("Invalid email address format.");
    await fillLogin(page, account.email, "another password");
    await expect.poll(() => errorOf(page, "Password")).toBe("Incorrect password. Please try again.");
    await expect.poll(() => page.getByLabel("Email", { exact: true }).inputValue()).toBe(account.email);
    await expect
      .poll(() => page.getByLabel("Password", { exact: true }).inputValue())
      .toBe("another password");
  });

  it("says that the network is away or no cookie is kept, and works once they are back", async () => {
    const { account } = await member();
    const { page, context } = await visit();
    await page.goto("/login");
    await context.setOffline(true);
    await fillLogin(page, account.email, account.password);
    await page.getByText("Network error. Please check your connection and try again.").waitFor();
    await context.setOffline(false);
    await page.route("**/sign-in/email", async (route) => {
      const response = await route.fetch();
      await context.clearCookies();
      const { "set-cookie": _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    const noCookies = page.getByText("Your browser keeps no cookies for this site,");
    const login = page.locator("form").getByRole("button", { name: "Login", exact: true });
    await login.click();
    await noCookies.waitFor();
    const browserItself = await context.newCDPSession(page);
    await browserItself.send("Emulation.setDocumentCookieDisabled", { disabled: true });
    for (const way of ["Continue with Google", "Sign in with a passkey"]) {
      await page.reload();
      await page.getByRole("button", { name: way }).click();
      await noCookies.waitFor();
    }
    await browserItself.send("Emulation.setDocumentCookieDisabled", { disabled: false });
    await page.unroute("**/sign-in/email");
    await fillLogin(page, account.email, account.password);
    await page.waitForURL("**/user/dashboard");
  });

  it("never leads to another site, to a script or round in a circle afterwards", async () => {
    const { account } = await member();
    const { page, context } = await visit();
    // What becomes of every other address has a test of its own; these are one out of the site and one in a circle.
    for (const from of ["/\\evil.example", "/login"]) {
      await page.goto(`/login?from=${encodeURIComponent(from)}`);
      await fillLogin(page, account.email, account.password);
      await page.waitForURL("**/user/dashboard");
      // The dashboard's own requests would answer 401 without the session.
      await page.goto("about:blank");
      await context.clearCookies();
    }
  });

  it("works by keyboard alone, from the focused first field on", async () => {
    const { account } = await member();
    const { page } = await visit();
    await page.goto("/login");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
    await page.keyboard.type(account.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/user/dashboard");
    expect(await endOf(page, "/login")).toBe("/user/dashboard");
  });

  // What each service answers to each ending is proven at the calls; which words the screen has for it is one list.
  it("by another service says how its popup ended, and by each lets in whoever goes on there", async () => {
    const { account } = await member();
    const { page } = await visit();
    for (const service of ["Google", "Facebook", "GitHub", "Twitter"]) {
      await page.goto("/login");
      if (service === "Google") for (const end of Object.values(endings)) await end(page, account.email);
      // Its window is cut off from the page, to which it seems closed.
      if (service === "Facebook") await cancelled(page, service);
      const email = `${service}@example.com`;
      await continueAt(page, service, { Account: `${service}-user`, Name: "Ada Lovelace", Email: email });
      await page.waitForURL("**/user/dashboard");
      const { data } = await (await page.request.get("/api/viewer")).json();
      expect(data.user.userEmail).toBe(email.toLowerCase());
      // The dashboard's own requests would answer 401 after the sign-out.
      await page.goto("about:blank");
      await page.request.post("/api/auth/sign-out");
    }
  });

  it("by another service takes the code of whoever has a second factor, begun at either screen", async () => {
    const { account } = await member();
    const { page, context, complaints } = await visit();
    const email = "two.ways@example.com";
    const comeByGoogle = async () => {
      const button = page.getByRole("button", { name: "Continue with Google" });
      const [popup] = await Promise.all([context.waitForEvent("page"), button.click()]);
      await popup.getByRole("textbox", { name: "Account" }).fill("two-ways");
      await popup.getByRole("textbox", { name: "Email" }).fill(email);
      await popup.getByRole("button", { name: "Continue" }).click();
    };
    await page.goto("/login");
    await comeByGoogle();
    await page.waitForURL("**/user/dashboard");
    // The password of the other account, in place of one by a mail's link.
    await runSql(
      shop,
      `insert into identities (id, user_id, account_id, provider_id, password)
       select lpad('2', 24, '0'), u.id, u.id, 'credential', i.password from users u, identities i
       where u.email = $1 and i.user_id = (select id from users where email = $2)`,
      [email, account.email],
    );
    const post = (path: string, data: object) => page.request.post(`/api/auth/two-factor/${path}`, { data });
    const { totpURI, backupCodes } = await (await post("enable", { password: account.password })).json();
    expect((await post("verify-totp", { code: codeOf(totpURI) })).status()).toBe(200);

    for (const screen of ["/login", "/register"]) {
      // The dashboard's own requests would answer 401 after the sign-out.
      await page.goto("about:blank");
      await page.request.post("/api/auth/sign-out");
      await page.goto(screen);
      await comeByGoogle();
      await page.getByRole("heading", { name: "One more step" }).waitFor();
      // From the other screen it comes as a page of its own.
      await untilItAnswers(page);
      if (screen === "/login") {
        expect(await axeViolations(page)).toEqual([]);
        await page.getByLabel("Code of your authenticator").fill(codeOf(totpURI, 1));
      } else {
        await page.getByRole("button", { name: "Use a backup code" }).click();
        await page.getByLabel("Backup code", { exact: true }).fill(backupCodes[0]);
      }
      await page.keyboard.press("Enter");
      await page.waitForURL("**/user/dashboard");
    }
    expect(complaints).toEqual([]);
  });

  it("waits for the scripts where the form is sent before they are there, and knows the way back", async () => {
    const { account } = await member();
    const { page } = await visit();
    const scripts = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const came = page.goto("/login?from=%2Fuser%2Forders");
    await page.waitForLoadState("domcontentloaded");
    await fillLogin(page, account.email, account.password);
    scripts.resolve();
    await came;
    await page.waitForURL("**/user/orders");
  });

  it("by another service says so when its popup is replaced by another, closed, or blocked by the browser", async () => {
    const { page, context } = await visit();
    await page.goto("/register");
    const button = page.getByRole("button", { name: "Continue with Google" });
    const [popup] = await Promise.all([context.waitForEvent("page"), button.click()]);
    await popup.getByRole("button", { name: "Continue" }).waitFor();
    const other = page.getByRole("button", { name: "Continue with GitHub" });
    const [second] = await Promise.all([context.waitForEvent("page"), other.click()]);
    await page.getByText("Sign-in cancelled. Please try again.").waitFor();
    await second.getByRole("button", { name: "Continue" }).waitFor();
    expect(popup.isClosed()).toBe(true);
    await second.close();
    await page.getByText("Sign-in popup closed by user.").waitFor();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await button.click();
    await page.getByText("Sign-in popup was blocked. Please allow popups for this site.").waitFor();
  });

  it("by another service lets in whoever goes on in the popup that they began last, while one that is cut off is cancelled", async () => {
    const { page } = await visit();
    await page.goto("/login");
    const cutOff = await openPopup(page, "Facebook");
    const last = await openPopup(page, "Google", {
      Account: "last-of-two",
      Email: "last.of.two@example.com",
    });
    expect(cutOff.isClosed()).toBe(false);
    const closed = cutOff.waitForEvent("close");
    await cutOff.getByRole("button", { name: "Cancel" }).click();
    await closed;
    await last.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/user/dashboard");
  });
});

describe("registering", () => {
  it("names every field that is wrong, puts the focus on the first, and tells a taken e-mail", async () => {
    const { account } = await member();
    const { page } = await visit();
    await page.goto("/register");
    await page.getByText("At least 6 characters.").waitFor();
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByText("Please accept the terms to create an account.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    await page.getByLabel("Full Name").fill("Ada");
    await page.getByLabel("Email", { exact: true }).fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect.poll(() => errorOf(page, "Password")).toBe("Password must be at least 6 characters");
    await page.getByLabel("Password", { exact: true }).fill("12345678");
    const again = page.getByLabel("Confirm Password", { exact: true });
    const button = page.getByRole("button", { name: "Create Account" });
    await again.fill("1234567");
    const place = await button.boundingBox();
    await again.blur();
    await expect.poll(() => errorOf(page, "Confirm Password")).toBe("Passwords do not match");
    await again.fill("12345678");
    await page.getByText("Both are the same.").waitFor();
    await expect.poll(() => button.boundingBox()).toEqual(place);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect
      .poll(() => errorOf(page, "Password"))
      .toBe("Password is too weak. Please use a stronger password.");
    for (const label of ["Password", "Confirm Password"]) {
      await page.getByLabel(label, { exact: true }).fill("a good password");
    }
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByText("This email is already in use. Please try another one.").waitFor();
    await expect.poll(() => page.getByLabel("Full Name").inputValue()).toBe("Ada");
  });
});

describe("who registers while the terms change", () => {
  async function changeTerms(): Promise<void> {
    const { page } = await visit();
    await logIn(page, admin);
    const body = { body: "<p>You pay in advance.</p>" };
    expect((await page.request.put("/api/pages/terms", { data: body })).status()).toBe(200);
  }

  it("is asked to accept the new ones, with all that was typed still there", async () => {
    const { page } = await visit();
    await page.goto("/register");
    const { name, email, password } = newAccount();
    await page.getByLabel("Full Name").fill(name);
    await page.getByLabel("Email", { exact: true }).fill(email);
    for (const label of ["Password", "Confirm Password"])
      await page.getByLabel(label, { exact: true }).fill(password);
    const box = page.getByRole("checkbox");
    await box.check();
    await changeTerms();
    const button = page.getByRole("button", { name: "Create Account" });
    await button.click();
    await page.getByText("The terms have changed since you opened this page.").waitFor();
    expect(await box.isChecked()).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("terms");
    expect(await page.getByLabel("Confirm Password", { exact: true }).inputValue()).toBe(password);
    await box.check();
    await button.click();
    await page.waitForURL("**/user/dashboard");
  });

  it.each(["/login", "/register"])("by another service at %s goes on once they were told", async (path) => {
    const { page } = await visit();
    await page.goto(path);
    await changeTerms();
    const press = async () => {
      const popup = page.waitForEvent("popup");
      await page.getByRole("button", { name: "Continue with Google" }).click();
      return popup;
    };
    await press();
    await page.getByText("The terms have changed since you opened this page.").waitFor();
    await (await press()).getByRole("button", { name: "Continue", exact: true }).waitFor();
  });
});

describe("while a proxy in front answers in the shop's place", () => {
  it("each screen says in its own words that something went wrong, and keeps what was typed", async () => {
    const { page, context } = await visit();
    await context.route("**/api/auth/**", (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    );
    await page.goto("/login");
    await fillLogin(page, "ada@example.com", "a good password");
    await page.getByRole("alert").getByText("An error occurred during login. Please try again.").waitFor();
    await page.goto("/register");
    await page.getByLabel("Full Name").fill("Ada");
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    for (const label of ["Password", "Confirm Password"])
      await page.getByLabel(label, { exact: true }).fill("a good password");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await page
      .getByRole("alert")
      .getByText("An error occurred during registration. Please try again.")
      .waitFor();
    await expect.poll(() => page.getByLabel("Full Name").inputValue()).toBe("Ada");
    await page.goto("/forgot-password");
    await page.getByPlaceholder("Enter Your Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page
      .getByRole("alert")
      .getByText("An unexpected error occurred. Please try again later.")
      .waitFor();
  });
});

describe("a forgotten password", () => {
  it("is set anew with the mail's link, once", async () => {
    const { account, context } = await member();
    await context.clearCookies();
    const { page } = await visit();
    await page.goto("/login?from=%2Fuser%2Fgallery");
    await page.getByRole("link", { name: "Forgot Password?" }).click();
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect.poll(() => errorOf(page, "Email")).toBe("Please enter your email address");
    await page.getByPlaceholder("Enter Your Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect.poll(() => errorOf(page, "Email")).toBe("No user found with this email address.");
    await page.getByPlaceholder("Enter Your Email").fill(account.email);
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.getByText("Password Reset Email Sent!").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    await page.getByText(account.email).waitFor();
    await page.getByRole("button", { name: "try again" }).click();
    await expect.poll(() => page.getByPlaceholder("Enter Your Email").inputValue()).toBe(account.email);

    const link = await resetLink(page, account.email);
    await page.goto(link);
    await page
      .getByText("Passkeys and sign-ins by other services that were added before can end with it")
      .waitFor();
    await page.getByLabel("Keep my keys for programs, and my webhooks").check();
    expect(await usernameOf(page)).toBe(account.email);
    await page.getByLabel("New Password", { exact: true }).fill("a brand new one");
    await page.getByLabel("Confirm Password", { exact: true }).fill("a brand new one");
    await page.route("**/api/auth/reset-password", (route) => route.fulfill({ status: 502 }), { times: 1 });
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page
      .getByRole("alert")
      .getByText("An unexpected error occurred. Please try again later.")
      .waitFor();
    await page.getByRole("button", { name: "Reset Password" }).click();
    // The form has such a link as well.
    const done = page.getByRole("status").filter({ hasText: "Your password is changed" });
    await done.getByRole("link", { name: "Return to Login" }).click();
    await fillLogin(page, account.email, "a brand new one");
    await page.waitForURL("**/user/gallery");

    const second = await visit();
    const spent = "This link has expired or was already used. Please ask for a new one.";
    expect(await (await second.page.request.get(link)).text(), "without scripts").toContain(spent);
    await second.page.goto(link);
    await second.page.getByRole("alert").getByText(spent).waitFor();
    await expect.poll(() => second.page.getByLabel("Email").inputValue()).toBe(account.email);
    await second.page.getByRole("button", { name: "Reset Password" }).click();
    await second.page.getByText("Password Reset Email Sent!").waitFor();
    await second.page.goto(await resetLink(second.page, account.email));
    await second.page.getByLabel("New Password", { exact: true }).waitFor();
  });

  it("is asked for on the profile too, and set in a browser where somebody else is signed in, who is named", async () => {
    const { account } = await member();
    const { page, account: other } = await member();
    await page.goto("/profile");
    await page.getByRole("link", { name: "Forgot Password?" }).click();
    const address = page.getByPlaceholder("Enter Your Email");
    await expect.poll(() => address.inputValue()).toBe(other.email);
    await address.fill(account.email);
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.getByText("Password Reset Email Sent!").waitFor();
    await page.getByRole("link", { name: "Return to your profile" }).waitFor();
    await page.goto(await resetLink(page, account.email));
    await page.getByLabel("New Password", { exact: true }).fill("a brand new one");
    await page.getByLabel("Confirm Password", { exact: true }).fill("a brand new one");
    await page.getByRole("button", { name: "Reset Password" }).click();
    const done = page.getByRole("status").filter({ hasText: "Your password is changed" });
    await done.getByText(other.email).waitFor();
    await done.getByRole("link", { name: "Go to the dashboard" }).waitFor();

    await page.reload();
    await expect
      .poll(() => address.inputValue(), { message: "the spent link's account" })
      .toBe(account.email);
  });
});

describe("the profile", () => {
  it("keeps personal information, guards what is not saved, and keeps what is typed where a save fails, and while one is on its way", async () => {
    const { page, context } = await member();
    await page.goto("/update-profile");
    await expect.poll(() => page.getByLabel("Email").getAttribute("readonly")).not.toBeNull();
    await page.getByText("Email address cannot be changed").waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(" ");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("link", { name: "Please enter your name" }).waitFor();
    // A second refused submit leads to its problems again.
    const summary = page.getByRole("alert").filter({ hasText: "Please enter your name" });
    await expect.poll(() => hasFocus(summary)).toBe(true);
    await page.getByLabel("City").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => hasFocus(summary)).toBe(true);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada Lovelace");
    await page.getByLabel("Address", { exact: true }).fill("1 Main Street");
    await page.getByLabel("Country").selectOption("Norway");
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    await page.getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Profile updated successfully!").waitFor();
    await page.goto("/profile");
    await expect
      .poll(() => page.getByRole("textbox", { name: "Name", exact: true }).inputValue())
      .toBe("Ada Lovelace");
    await expect.poll(() => page.getByLabel("Country").inputValue()).toBe("Norway");

    await page.getByLabel("City").fill("Oslo");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("alert").getByText("An error occurred while updating your profile.").waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Oslo");

    const write = await holdNextWrite(page);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await write.started;
    await page.getByLabel("About me").fill("Typed meanwhile");
    write.release();
    await page.getByText("Profile updated successfully!").waitFor();
    await expect.poll(() => page.getByLabel("About me").inputValue()).toBe("Typed meanwhile");
    await page.getByText("Not saved yet").waitFor();
  });

  it("takes a photo, cropped to a square, also the same one after a Cancel, and lets go of it; a file over 2 MB is refused in words", async () => {
    const { page, complaints } = await member();
    await page.goto("/profile");
    const input = page.locator("input[type=file]");
    await input.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(2_097_153) });
    await page
      .getByRole("alert")
      .getByText("File size exceeds 2 MB. Please upload a smaller image.")
      .waitFor();
    await input.setInputFiles({ name: "not.png", mimeType: "image/png", buffer: Buffer.from("no image") });
    await page.getByRole("alert").getByText("Failed to upload image.").waitFor();
    const crop = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Use photo" }) });
    for (const answer of ["Cancel", "Use photo"]) {
      // As a person chooses: an input that has the file already tells nothing of the second time.
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Upload photo" }).click();
      await (await chooser).setFiles("web/public/media/defaults/about-night-train-640.webp");
      // Wider than high: it moves to the sides by one press, and up or down only once it is larger.
      const across = crop.getByLabel("To the right");
      await expect.poll(() => across.inputValue()).toBe("50");
      expect(await crop.getByLabel("Downwards").isDisabled()).toBe(true);
      const { width, height } = (await across.boundingBox())!;
      await across.click({ position: { x: width - 2, y: height / 2 } });
      await expect.poll(() => across.inputValue()).toBe("100");
      await crop.getByLabel("Zoom").press("ArrowRight");
      await expect.poll(() => crop.getByLabel("Downwards").isDisabled()).toBe(false);
      await crop.getByRole("button", { name: answer }).click();
      await crop.waitFor({ state: "hidden" });
    }
    await page.getByText("Image uploaded successfully!").waitFor();
    const photo = page.getByRole("img", { name: /^Photo of/ });
    await photo.waitFor();
    const stored = await photo.evaluate(async (img: HTMLImageElement) => {
      const { width, height } = await createImageBitmap(await (await fetch(img.src)).blob());
      return [width, height];
    });
    expect(stored).toEqual([512, 512]);
    await page.getByRole("button", { name: "Remove photo" }).click();
    await photo.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("keeps what is typed where the script of a part does not come", async () => {
    const { page, account } = await member();
    const parts = /\/assets\/(crop-modal|authenticator|account-menu)-[^/]+\.js$/;
    await page.route(parts, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto("/profile");
    await page.getByLabel("City").fill("Typed");
    await page.getByRole("button", { name: "Set up an authenticator" }).click();
    await page.getByLabel("Your password").fill(account.password);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("alert").getByText("The setup could not be loaded.").waitFor();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload photo" }).click();
    await (await chooser).setFiles("web/public/media/defaults/about-night-train-640.webp");
    const lost = page.getByRole("dialog", { name: "Profile photo" });
    await lost.getByRole("button", { name: "Retry" }).click();
    await lost.getByText("The shop was updated, or your connection is gone.").waitFor();
    // Whatever is unsaved is asked for before the page goes.
    await Promise.all([
      page.waitForEvent("dialog").then((asked) => asked.dismiss()),
      lost.getByRole("button", { name: "Load the page anew" }).click(),
    ]);
    await page.keyboard.press("Escape");
    await lost.waitFor({ state: "detached" });
    expect(await page.getByLabel("City").inputValue()).toBe("Typed");
    page.once("dialog", (dialog) => dialog.accept());
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).first().waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByText("Something went wrong on our side.").count()).toBe(0);
  });

  it("shows where one is signed in, and a new password signs out everywhere else", async () => {
    const { page, account } = await member();
    const elsewhere = await visit();
    await logIn(elsewhere.page, account);
    await page.goto("/profile");
    await page.getByText("This device").waitFor();
    await page.getByRole("button", { name: /^End session on/ }).waitFor();
    expect(await usernameOf(page)).toBe(account.email);
    await page.getByRole("textbox", { name: "Current Password" }).fill("not my password");
    await page.getByRole("textbox", { name: "New Password", exact: true }).fill("a brand new one");
    await page.getByRole("textbox", { name: "Confirm New Password" }).fill("a brand new one");
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.getByText("Incorrect password. Please try again.").waitFor();
    await page.getByRole("textbox", { name: "Current Password" }).fill(account.password);
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.getByText("Your password is changed.").waitFor();
    await page.getByRole("button", { name: /^End session on/ }).waitFor({ state: "detached" });
    expect(await endOf(elsewhere.page, "/user/dashboard")).toBe("/login");
    expect(await endOf(page, "/user/dashboard")).toBe("/user/dashboard");
  });

  it("sets up an authenticator, signs in by its code, by a backup code, and turns it off", async () => {
    const { page, account, complaints } = await member();
    await page.goto("/profile");
    const factor = page.getByRole("region", { name: "Second factor" });
    // What a step that was cancelled is answered leads nowhere.
    await factor.getByRole("button", { name: "Set up an authenticator" }).click();
    await page.keyboard.type(account.password);
    const slow = await holdNextWrite(page);
    const answered = page.waitForResponse("**/two-factor/enable");
    await page.keyboard.press("Enter");
    await slow.started;
    await factor.getByRole("button", { name: "Cancel" }).click();
    await factor.getByRole("button", { name: "Set up an authenticator" }).click();
    await page.keyboard.type("half of");
    slow.release();
    await (await answered).finished();
    await page.unroute("**/*");
    await expect.poll(() => factor.getByLabel("Your password").inputValue()).toBe("half of");
    await factor.getByLabel("Your password").fill("");
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await factor.getByRole("alert").filter({ hasText: "Incorrect password. Please try again." }).waitFor();
    await factor.getByLabel("Your password").fill(account.password);
    await page.keyboard.press("Enter");
    await factor.getByRole("img", { name: "QR code of the key" }).waitFor();
    const secret = (await factor.locator("code").innerText()).replace(/\s/g, "");
    const uri = `otpauth://totp/shop?secret=${secret}`;
    const opens = factor.getByRole("link", { name: "Open in an authenticator" });
    expect(new URL((await opens.getAttribute("href"))!).searchParams.get("secret")).toBe(secret);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await factor.getByRole("button", { name: "Copy the key" }).click();
    await factor.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await factor.getByLabel("Code", { exact: true }).fill("000000");
    await page.keyboard.press("Enter");
    await factor.getByRole("alert").filter({ hasText: "This code is not right" }).waitFor();
    await factor.getByLabel("Code", { exact: true }).fill(codeOf(uri));
    await page.keyboard.press("Enter");
    await factor.getByText("Keep these backup codes.").waitFor();
    // What was pressed is gone: its result has the focus, and is read out by it.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toMatch(/^Keep these backup codes\./);
    const codes = await factor
      .getByRole("list", { name: "Backup codes" })
      .getByRole("listitem")
      .allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(await stayOnReload(page)).toBe("beforeunload");
    // What is typed beside them is asked for by the same question.
    await page.getByRole("textbox", { name: "Current Password" }).fill("half of it");
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    const question = page.getByRole("dialog", { name: "Leave without the backup codes?" });
    await question.getByText("haven't been saved").waitFor();
    await question.getByRole("button", { name: "Stay" }).click();
    await question.waitFor({ state: "hidden" });
    await page.getByRole("textbox", { name: "Current Password" }).fill("");
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    await question.getByText("They are not shown again.").waitFor();
    const consequence = await question.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${consequence}"]`).innerText()).toContain("They are not shown again.");
    await question.getByRole("button", { name: "Stay" }).click();
    await question.waitFor({ state: "hidden" });
    expect(await factor.getByRole("listitem").allInnerTexts()).toEqual(codes);
    const saved = page.waitForEvent("download");
    await factor.getByRole("button", { name: "Download" }).click();
    expect(await readFile(await (await saved).path(), "utf8")).toBe(`${codes.join("\n")}\n`);
    expect(await axeViolations(page)).toEqual([]);
    await factor.getByRole("button", { name: "I have kept them" }).click();
    await factor.getByText("10 backup codes are left").waitFor();
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    await page.waitForURL("**/user/dashboard");
    await page.goBack();

    const { page: other } = await visit();
    await other.goto("/login");
    await fillLogin(other, account.email, account.password);
    await other.getByRole("heading", { name: "One more step" }).waitFor();
    await other.keyboard.type("123456");
    await other.keyboard.press("Enter");
    await expect
      .poll(() => errorOf(other, "Code of your authenticator"))
      .toBe("This code is not right, or was used already. Please try the next one.");
    expect(await axeViolations(other)).toEqual([]);
    await other.getByLabel("Code of your authenticator").fill(codeOf(uri, 1));
    await other.keyboard.press("Enter");
    await other.waitForURL("**/user/dashboard");

    const { page: third } = await visit({ width: 360, height: 740, colorScheme: "dark" });
    await third.goto("/login");
    await fillLogin(third, account.email, account.password);
    await third.getByRole("button", { name: "Use a backup code" }).click();
    await third.getByLabel("Backup code", { exact: true }).fill(codes[0]!);
    await third.keyboard.press("Enter");
    await third.waitForURL("**/user/dashboard");

    await page.reload();
    await factor.getByText("9 backup codes are left").waitFor();
    await factor.getByRole("button", { name: "Turn off" }).click();
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await factor.getByRole("button", { name: "Set up an authenticator" }).waitFor();
    expect(complaints.filter((line) => !/40[19]/.test(line))).toEqual([]);
  });

  it("asks before backup codes that are on their way are left, also after a Cancel, and shows them to whoever stays", async () => {
    const { page, account } = await member();
    await page.goto("/profile");
    const factor = page.getByRole("region", { name: "Second factor" });
    const codes = factor.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
    const question = page.getByRole("dialog", { name: "Leave before the backup codes come?" });
    const tryToLeave = async () => {
      await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
      await question.getByRole("button", { name: "Stay" }).click();
      await question.waitFor({ state: "hidden" });
      expect(await stayOnReload(page)).toBe("beforeunload");
    };
    await factor.getByRole("button", { name: "Set up an authenticator" }).click();
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    const uri = `otpauth://totp/shop?secret=${(await factor.locator("code").innerText()).replace(/\s/g, "")}`;
    await factor.getByLabel("Code", { exact: true }).fill(codeOf(uri));
    const proving = await holdNextWrite(page, "**/two-factor/verify-totp");
    await page.keyboard.press("Enter");
    await proving.started;
    await tryToLeave();
    proving.release();
    const former = await codes.first().innerText();
    await factor.getByRole("button", { name: "I have kept them" }).click();

    await factor.getByRole("button", { name: "New backup codes" }).click();
    await page.keyboard.type(account.password);
    const renewing = await holdNextWrite(page, "**/two-factor/generate-backup-codes");
    await page.keyboard.press("Enter");
    await renewing.started;
    await tryToLeave();
    await factor.getByRole("button", { name: "Cancel" }).click();
    await tryToLeave();
    renewing.release();
    expect(await codes.first().innerText()).not.toBe(former);
    await factor.getByRole("button", { name: "I have kept them" }).click();
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    await page.waitForURL("**/user/dashboard");
  });

  it("leads the staff to set up a second factor where the shop asks for it, and then into the back office", async () => {
    const { page } = await visit();
    await logIn(page, admin);
    const settings = async (staffFactorRequired: boolean) => {
      const { data } = await (await page.request.get("/api/shop-settings")).json();
      return page.request.put("/api/shop-settings", { data: { ...data, staffFactorRequired } });
    };
    expect((await settings(true)).status()).toBe(200);
    await page.goto("/admin/orders");
    await page.waitForURL("**/profile?factor=required");
    const factor = page.getByRole("region", { name: "Second factor" });
    await factor.getByText("The back office opens once you have set this up").waitFor();
    await factor.getByRole("button", { name: "Set up an authenticator" }).click();
    await page.keyboard.type(admin.password);
    await page.keyboard.press("Enter");
    const uri = `otpauth://totp/shop?secret=${(await factor.locator("code").innerText()).replace(/\s/g, "")}`;
    await factor.getByLabel("Code", { exact: true }).fill(codeOf(uri));
    await page.keyboard.press("Enter");
    const codes = factor.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
    const backupCode = await codes.first().innerText();
    await factor.getByRole("button", { name: "I have kept them" }).click();
    await factor.getByRole("link", { name: "Go there" }).click();
    await page.waitForURL("**/admin/dashboard");

    for (const [way, code] of [
      ["verify-totp", codeOf(uri, 1)],
      ["verify-backup-code", backupCode],
    ] as const) {
      const { page: next } = await visit();
      await logIn(next, admin);
      expect(await endOf(next, "/admin/orders"), `before ${way}`).toBe("/login");
      const proven = await next.request.post(`/api/auth/two-factor/${way}`, { data: { code } });
      expect(proven.status(), way).toBe(200);
      expect(await endOf(next, "/admin/orders"), way).toBe("/admin/orders");
    }
    expect((await settings(false)).status()).toBe(200);
    await page.request.post("/api/auth/two-factor/disable", { data: { password: admin.password } });
  });

  it("tells the server of the staff what a screen asks by itself, which keeps no session", async () => {
    const { page } = await visit();
    await logIn(page, admin);
    await page.clock.install();
    const asked: boolean[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/gemini-keys")) asked.push(request.headers()["x-idle"] === "1");
    });
    const newest = () => asked.at(-1);
    const answered = page.waitForResponse((response) => response.url().endsWith("/api/gemini-keys"));
    await page.goto("/admin/settings?panel=gemini-keys");
    await (await answered).finished();
    // Nothing is asked while the last answer is out. In steps, so that the page takes the first one long before it asks again.
    for (let second = 0; second < 31; second += 1) await page.clock.runFor(1000);
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(newest()).toBe(false);
    const later = async () => {
      await page.clock.runFor(31_000);
      return newest();
    };
    await expect.poll(later).toBe(true);
    let x = 40;
    const touched = async () => {
      x += 1;
      await page.mouse.move(x, 40);
      return later();
    };
    await expect.poll(touched).toBe(false);
  });

  it("ends one session, or all others at once", async () => {
    const { page, account } = await member();
    const others = [await visit(), await visit(), await visit()];
    for (const other of others) await logIn(other.page, account);
    await page.goto("/profile");
    const ends = page.getByRole("button", { name: /^End session on/ });
    await ends.first().waitFor();
    await expect.poll(() => ends.count()).toBe(3);
    // A button keeps the focus through its call, and a press meanwhile counts no more.
    const asked: (() => Promise<void>)[] = [];
    await page.route("**/api/auth/revoke-session", (route) => {
      asked.push(() => route.fulfill({ status: 500, json: {} }));
    });
    await ends.first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => asked.length).toBe(1);
    await expect.poll(() => ends.first().getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Enter");
    expect(await hasFocus(ends.first())).toBe(true);
    await asked[0]?.();
    await page.getByText("The session could not be ended. Please try again.").waitFor();
    await expect.poll(() => ends.first().getAttribute("aria-disabled")).toBeNull();
    expect([asked.length, await hasFocus(ends.first())]).toEqual([1, true]);
    await page.unroute("**/api/auth/revoke-session");
    await page.keyboard.press("Enter");
    await page.getByText("Session ended.").waitFor();
    await expect.poll(() => ends.count()).toBe(2);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText("Signed out everywhere else.", { exact: true }).waitFor();
    await expect.poll(() => ends.count()).toBe(0);
    for (const other of others) expect(await endOf(other.page, "/user/dashboard")).toBe("/login");
    expect(await endOf(page, "/user/dashboard")).toBe("/user/dashboard");
  });

  it("deletes the account with the password, leaves every tab and nothing that was typed", async () => {
    const { page, account, context } = await member();
    const other = await context.newPage();
    await other.goto("/user/create-support");
    await untilItAnswers(other);
    await other.getByLabel("Subject").fill("A question that is not sent");
    const kept = () => page.evaluate(() => Object.values(localStorage).join());
    await other.goto("/user/dashboard");
    await giveCredits(shop, account.email, 12);
    await runSql(shop, "update users set membership = 'premium' where email = $1", [account.email]);
    await page.goto("/profile");
    await expect.poll(() => kept()).toContain("not sent");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download my data" }).click();
    expect((await download).suggestedFilename()).toBe("account-data.json");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByText("so are your 12 credits, your premium membership, the items that you bought and")
      .waitFor();
    await dialog.getByRole("textbox", { name: "Password" }).fill("wrong password");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByRole("alert").filter({ hasText: "Incorrect password. Please try again." }).waitFor();
    await dialog.getByRole("textbox", { name: "Password" }).fill(account.password);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL(`${shop.url}/`);
    await other.waitForURL(`${shop.url}/`);
    await expect.poll(() => kept()).not.toContain("not sent");
    await page.goto("/login");
    await fillLogin(page, account.email, account.password);
    await expect.poll(() => errorOf(page, "Email")).toBe("No account found with this email address.");
  });
});

/** What whoever comes by another service agrees to is named beside its buttons. */
async function namesTerms(page: Page): Promise<void> {
  const note = page.locator("main p", { hasText: "By continuing you agree" });
  for (const [name, path] of [
    ["Terms", "/terms"],
    ["Privacy Policy", "/privacy"],
  ] as const) {
    const link = note.getByRole("link", { name });
    expect(await link.getAttribute("href")).toBe(path);
    expect(await link.getAttribute("target"), "what is typed beside it stays").toBe("_blank");
  }
}

it("the sign-in screens and the profile are clean under axe in light at 1280 px and in dark at 360 px, never scroll sideways, and name the terms beside the other services", async () => {
  const { page, complaints } = await visit();
  const { email } = await join((await visit()).page);
  for (const path of ["/login", "/register", "/forgot-password", await askForResetLink(page, email)]) {
    await page.goto(path);
    if (["/login", "/register"].includes(path)) await namesTerms(page);
    await page.locator("form button[type=submit]").click();
    expect(await faultsInLooks(page, twoLooks), path).toEqual([]);
  }
  await join(page);
  await page.goto("/profile");
  await page.getByText("This device").waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  expect(complaints).toEqual([]);
});
