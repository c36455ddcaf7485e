import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { isolated } from "#web/ui/isolated.ts";
import { axeViolations, faultsInLooks } from "../helpers/axe.ts";
import { holdNextWrite, loseAnswer } from "../helpers/browser.ts";
import { proveLongAgo, runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { type Account, endOf, givePasskey, logIn, newAccount } from "../helpers/people.ts";
import { picture } from "../helpers/picture.ts";
import { answer, openOwner, openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";
import { stayOnReload } from "../helpers/unload.ts";

const { browser, shop } = await openShop();

beforeAll(async () => {
  // Whoever signs up has a password hashed, which for so many takes seconds.
  await runSql(
    shop,
    `with crowd as (
       insert into users (id, name, email)
       select lpad(to_hex(n), 24, '0'), 'Crowd ' || lpad(n::text, 2, '0'), 'crowd' || n || '@example.com'
       from generate_series(0, 70) n returning id
     )
     insert into credit_balances (user_id) select id from crowd`,
    [],
  );
});

async function join(account: Account): Promise<Account> {
  const answer = await fetch(`${shop.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  expect(answer.status).toBe(200);
  return account;
}

/** The directory with one person in it. */
async function openDirectory(account: Account) {
  const owner = await openOwner(browser, shop);
  await owner.page.goto(`/admin/users?q=${encodeURIComponent(account.email)}`);
  await rowOf(owner.page, account).waitFor();
  return owner;
}

/** Saves the row that is open, and opens another one before it is answered. */
async function leaveWhileSaving(page: Page, name: string) {
  const slow = await holdNextWrite(page);
  await page.getByRole("button", { name: "Save" }).click();
  await slow.started;
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await answer(page, "hasn't been saved and will be lost", "Leave without saving");
  return slow;
}

const rowOf = (page: Page, { email }: Account) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("cell") })
    .filter({ hasText: email });
const names = async (page: Page) =>
  page.locator("tbody tr td:first-child").evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ""));
const shows = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

async function more(page: Page, account: Account, action: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${account.name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Of the row that is open: what is typed into its name stays where leaving was thought better of, and where a save fails. */
async function keepDraft(page: Page, name: Locator): Promise<void> {
  await name.fill("Edited Still");
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await answer(page, "haven't been saved", "Stay");
  await page.route("**/api/users/*", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.getByRole("button", { name: "Save" }).click();
  const banner = page.getByText(/^Failed to update user: 500/);
  await banner.waitFor();
  await expect.poll(() => name.inputValue()).toBe("Edited Still");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await banner.waitFor({ state: "hidden" });
}

describe("the user directory", () => {
  it("pages through a window of five numbers, with the first and the last, sorts each column both ways, searches and filters, with the state in the address", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/users?q=Crowd");
    await page.getByRole("heading", { name: "User Directory" }).waitFor();
    await shows(page, "Showing 1 to 10 of 71 entries");
    const bar = page.getByRole("navigation", { name: "Pages: User Directory" });
    const numbers = async () => (await bar.locator("ol li").allInnerTexts()).map((text) => text.trim());
    await expect.poll(() => numbers()).toEqual(["1", "2", "3", "4", "5", "…", "8"]);
    await bar.getByRole("button", { name: "Last" }).click();
    await shows(page, "Showing 71 to 71 of 71 entries");
    await expect.poll(() => numbers()).toEqual(["1", "…", "4", "5", "6", "7", "8"]);
    await bar.getByRole("button", { name: "Prev", exact: true }).click();
    await shows(page, "Showing 61 to 70 of 71 entries");
    await bar.getByRole("button", { name: "First" }).click();
    await shows(page, "Showing 1 to 10 of 71 entries");
    await bar.getByRole("button", { name: "Next" }).click();
    await shows(page, "Showing 11 to 20 of 71 entries");
    await page.goBack();
    await shows(page, "Showing 1 to 10 of 71 entries");

    for (const title of ["User", "Remaining Credit", "Role", "Membership", "Joined", "Actions"])
      await page.getByRole("columnheader", { name: title, exact: true }).waitFor();
    await page.getByRole("button", { name: "User", exact: true }).click();
    await expect.poll(async () => (await names(page))[0]).toContain("Crowd 00");
    await page.getByRole("button", { name: "User", exact: true }).click();
    await expect.poll(async () => (await names(page))[0]).toContain("Crowd 70");
    await page.reload();
    await expect.poll(async () => (await names(page))[0]).toContain("Crowd 70");
    await page.getByRole("searchbox", { name: "Search users..." }).fill("CROWD 33");
    await shows(page, "Showing 1 to 1 of 1 entries");
    await page.getByRole("searchbox", { name: "Search users..." }).fill("no such person");
    await page.getByText("No Users Found").waitFor();
    // A filter that nobody can choose is none.
    await page.goto("/admin/users?userRole=x");
    await shows(page, "Showing 1 to 10 of");
    const options = (label: string) =>
      page.getByLabel(label, { exact: true }).locator("option").allInnerTexts();
    await expect.poll(() => options("Role")).toEqual(["All", "Member", "Seller", "Moderator", "Admin"]);
    await expect.poll(() => options("Membership")).toEqual(["All", "Free", "Basic", "Premium"]);
    await page.getByLabel("Role", { exact: true }).selectOption("Admin");
    await page.waitForURL("**userRole=Admin*");
    await expect.poll(async () => (await names(page)).join(" ")).toContain(admin.email);
    expect((await names(page)).join(" ")).not.toContain("Crowd");
  });

  it("loads people's pictures from the shop's own uploads alone", async () => {
    const { page, context } = await openOwner(browser, shop);
    const uploaded = await context.request.post("/upload", {
      multipart: { image: { name: "a.png", mimeType: "image/png", buffer: await picture() } },
    });
    const own = (await uploaded.json()).file.url as string;
    for (const [name, profileURL] of [
      ["Crowd 40", own],
      ["Crowd 41", "https://watcher.example/dot.png"],
      ["Crowd 42", "/uploads/../verify-order/1"],
    ] as const)
      await runSql(shop, "update users set profile_url = $1 where name = $2", [profileURL, name]);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "image") asked.push(request.url());
    });
    await page.goto("/admin/users?q=Crowd+4");
    await shows(page, "Showing 1 to 10 of 10 entries");
    await expect.poll(() => asked).toContain(`${shop.url}${own}?width=320`);
    expect(asked.filter((url) => /watcher|verify/.test(url))).toEqual([]);
  });

  it("edits in the row: cancels, asks before unsaved changes are left, keeps a draft through a failure, and saves what was changed, credits with their reason", async () => {
    const account = await join(newAccount("Edited Person"));
    const { page } = await openDirectory(account);
    const edit = page.getByRole("button", { name: "Edit Edited Person" });
    await edit.click();
    const name = page.getByLabel(`Name of ${account.email}`);
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("End");
    await page.keyboard.type(", never saved");
    await expect.poll(() => name.inputValue()).toBe("Edited Person, never saved");
    await page.getByRole("button", { name: "Cancel" }).click();
    await rowOf(page, account).getByText("Edited Person", { exact: true }).waitFor();
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);

    await edit.click();
    await keepDraft(page, name);
    const credit = page.getByLabel("Remaining credit of Edited Person");
    await credit.fill("12.5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Please enter a whole number from 0 to 1,000,000").waitFor();
    await credit.fill("25");
    await page.getByLabel("Reason for the change, shown to the person").fill("For the trouble");
    await name.fill("Edited Person");
    await page.getByLabel("Membership of Edited Person").selectOption("premium");
    const lastDay = page.getByLabel("Last day of Edited Person's membership");
    await lastDay.fill("31/02/2999");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Please enter the membership's last day as dd/mm/yyyy").waitFor();
    await lastDay.fill("02/11/2999");
    expect(await faultsInLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    const success = page.getByText("User updated successfully");
    await success.waitFor();
    await success.waitFor({ state: "hidden" });
    await rowOf(page, account).getByText("25", { exact: true }).waitFor();
    await rowOf(page, account).getByText("premium", { exact: true }).waitFor();
    await rowOf(page, account).getByText("until 02/11/2999").waitFor();

    const { page: person } = await openStranger(browser, shop);
    await logIn(person, account);
    await person.goto("/user/credits");
    const entry = person.getByRole("row").filter({ hasText: "For the trouble" });
    await entry.waitFor();
    await person.route(/credits\/entries\?|\.data/, (route) => route.abort());
    await person.getByRole("button", { name: "Credits", exact: true }).click();
    await person.getByText("Your statement could not be loaded.").waitFor();
    await person.unrouteAll();
    await person.getByRole("button", { name: "Retry" }).click();
    await entry.waitFor();
  });

  it("sends what was changed since the row was opened, however often the list is fetched anew behind it", async () => {
    const account = await join(newAccount("Carla Customer"));
    const { page } = await openDirectory(account);
    const { page: person } = await openStranger(browser, shop);
    await logIn(person, account);
    const [{ _id: id }] = await (await page.request.get(`/users?userEmail=${account.email}`)).json();
    await page.request.put(`/api/users/${id}`, { data: { currentBalance: 10 } });
    await page.getByRole("button", { name: "Refresh" }).click();
    await rowOf(page, account).getByText("10", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Edit Carla Customer" }).click();
    expect((await person.request.post("/api/deduct-credit", { data: {} })).ok()).toBe(true);
    const refresh = page.getByRole("button", { name: "Refresh" });
    const again = page.waitForResponse(/\/users\?/);
    await refresh.click();
    expect((await (await again).json())[0].currentBalance).toBe(9);
    await page.getByLabel(`Name of ${account.email}`).fill("Carla C. Customer");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save" }).click();
    expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(["userName", "version"]);
    await page.getByText("User updated successfully").waitFor();
    await rowOf(page, account).getByText("9", { exact: true }).waitFor();

    // What was seen of the balance is nine; then the person spends no more, but gets one back.
    await page.getByRole("button", { name: "Edit Carla C. Customer" }).click();
    const credit = page.getByLabel("Remaining credit of Carla C. Customer");
    await credit.fill("25");
    await page.getByLabel("Reason for the change, shown to the person").fill("For the trouble");
    expect((await person.request.post("/api/refund-credit", { data: {} })).ok()).toBe(true);
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "while you were editing" });
    await notice.getByText("Current Balance").first().waitFor();
    await expect
      .poll(() => notice.locator("dd").allInnerTexts())
      .toEqual(expect.arrayContaining(["9", "10"]));
    await expect.poll(() => credit.inputValue()).toBe("25");
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.contains(document.querySelector("[role=alert] dl"))),
      )
      .toBe(true);
    await notice.getByRole("button", { name: "Load theirs" }).click();
    await expect.poll(() => credit.inputValue()).toBe("10");
    await page.getByRole("button", { name: "Put back what I typed" }).click();
    await expect.poll(() => credit.inputValue()).toBe("25");
    await page.getByRole("button", { name: "Save" }).click();
    await rowOf(page, account).getByText("25", { exact: true }).waitFor();
  });

  it("shows both where another admin saved the person first, and books an amount with its reason", async () => {
    const account = await join(newAccount("Shared Person"));
    const { page } = await openDirectory(account);
    const { page: other } = await openDirectory(account);
    for (const each of [page, other]) await each.getByRole("button", { name: "Edit Shared Person" }).click();
    await other.getByLabel("Role of Shared Person").selectOption("Seller");
    await other.getByRole("button", { name: "Save" }).click();
    await other.getByText("User updated successfully").waitFor();

    const credit = page.getByLabel("Remaining credit of Shared Person");
    await credit.fill("+15");
    await page.getByText("0 → 15", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Please enter a reason for the change of the balance").waitFor();
    await page.getByLabel("Reason for the change, shown to the person").fill("For the trouble");
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "while you were editing" });
    await notice.getByText("Seller").first().waitFor();
    await expect.poll(() => notice.getByRole("button", { name: "Overwrite with mine" }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await notice.getByRole("button", { name: "Keep both" }).click();
    await expect.poll(() => credit.inputValue()).toBe("+15");
    await expect.poll(() => page.getByLabel("Role of Shared Person").inputValue()).toBe("Seller");
    await page.route("**/api/users/*", loseAnswer, { times: 1 });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Failed to update user").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("User updated successfully").waitFor();
    await rowOf(page, account).getByText("15", { exact: true }).waitFor();
    await rowOf(page, account).getByText("Seller", { exact: true }).waitFor();
  });

  it("takes the answer to a row that was left neither into the row that was opened since nor for its end, and shows nothing of a refusal there", async () => {
    const [one, another] = [await join(newAccount("Left Row One")), await join(newAccount("Left Row Two"))];
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/users?q=Left+Row");
    await page.getByRole("button", { name: "Edit Left Row One" }).click();
    await page.getByLabel(`Name of ${one.email}`).fill("Left Row First");
    const slow = await leaveWhileSaving(page, "Left Row Two");
    const name = page.getByLabel(`Name of ${another.email}`);
    await name.fill("Left Row Second");
    slow.release();
    await page.getByText("User updated successfully").waitFor();
    await page.getByText("Left Row First").waitFor();
    expect(await name.inputValue()).toBe("Left Row Second");
    await page.unroute("**/*");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Left Row Second").waitFor();
    await name.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Edit Left Row First" }).click();
    const [{ _id: id }] = await (await page.request.get(`/users?userEmail=${one.email}`)).json();
    await page.request.put(`/api/users/${id}`, { data: { userName: "Left Row Other" } });
    await page.getByLabel(`Name of ${one.email}`).fill("Left Row Mine");
    const late = await leaveWhileSaving(page, "Left Row Second");
    await name.fill("Left Row Third");
    const refused = page.waitForResponse((response) => response.status() === 409);
    late.release();
    await (await refused).finished();
    await page.unroute("**/*");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Left Row Third").waitFor();
    expect(await page.getByText("while you were editing").count()).toBe(0);
  });

  it("leads to a person's page, where the balance is changed with a reason, and back", async () => {
    const account = await join(newAccount("Paged Person"));
    const { page, context } = await openDirectory(account);
    const [{ _id: id }] = await (await page.request.get(`/users?userEmail=${account.email}`)).json();
    const give = (balanceChange: number) =>
      page.request.put(`/api/users/${id}`, { data: { balanceChange, reason: "Beside" } });
    await give(26);
    await page.getByRole("link", { name: "Paged Person" }).click();
    await page.getByRole("heading", { name: "Paged Person", level: 1 }).waitFor();
    const line = page.getByRole("row").filter({ hasText: "Adjusted by the shop" });
    await line.filter({ hasText: "Beside" }).waitFor();

    await page.getByRole("button", { name: "Change balance" }).click();
    const dialog = page.getByRole("dialog", { name: "Change balance" });
    await dialog.getByLabel("Credits").fill("14");
    await dialog.getByText("26 → 40", { exact: true }).waitFor();
    const save = dialog.getByRole("button", { name: "Change balance" });
    await save.click();
    await dialog.getByRole("alert").filter({ hasText: "Please enter a reason" }).waitFor();
    await dialog.getByLabel("Reason").fill("For waiting");
    await dialog.getByText("Take").click();
    await dialog.getByLabel("Credits").fill("27");
    await save.click();
    await dialog.getByRole("alert").filter({ hasText: "at most 26 can be taken" }).waitFor();
    await dialog.getByText("Add").click();
    await dialog.getByLabel("Credits").fill("14");
    // Another admin was first: nothing is booked, and what was typed stays.
    await give(-6);
    await save.click();
    await dialog.getByText("it is 20 now").waitFor();
    await dialog.getByText("20 → 34", { exact: true }).waitFor();
    await expect.poll(() => dialog.getByLabel("Reason").inputValue()).toBe("For waiting");
    expect(await axeViolations(page)).toEqual([]);
    // What was told as failed goes out by nothing but another press.
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
    await context.setOffline(true);
    await save.click();
    await dialog.getByText("Network error or server not responding").waitFor();
    sent.splice(0);
    const readAgain = page.waitForResponse("**/timeline?*");
    await context.setOffline(false);
    await readAgain;
    expect(sent).toEqual([]);
    await page.route(`**/api/users/${id}`, loseAnswer, { times: 1 });
    await save.click();
    await dialog.getByRole("alert").filter({ hasNotText: "it is 20 now" }).waitFor();
    await save.click();
    await dialog.waitFor({ state: "hidden" });
    await line.filter({ hasText: "For waiting" }).getByText("+14").waitFor();
    await page.locator("dl").getByText("34", { exact: true }).waitFor();

    // The answer to a change that was left closes no other one.
    const leave = async () => {
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await answer(page, "Close without changing the balance?", "Close");
    };
    await page.getByRole("button", { name: "Change balance" }).click();
    await dialog.getByLabel("Credits").fill("1");
    await dialog.getByLabel("Reason").fill("Slowly");
    const slow = await holdNextWrite(page);
    await save.click();
    await slow.started;
    await leave();
    await page.getByRole("button", { name: "Change balance" }).click();
    await dialog.getByLabel("Credits").fill("7");
    slow.release();
    await page.locator("tr").filter({ hasText: "Slowly" }).waitFor({ state: "attached" });
    await expect.poll(() => dialog.getByLabel("Credits").inputValue()).toBe("7");
    await leave();
    await page.unroute("**/*");

    await page.getByRole("button", { name: /^Tickets 0/ }).click();
    await page.getByText("No tickets yet").waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeViolations(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await axeViolations(page)).toEqual([]);
    await page.goBack();
    await line.first().waitFor();
    await page.goBack();
    await rowOf(page, account).getByText("35", { exact: true }).waitFor();
    await more(page, account, "Change balance");
    await dialog.getByLabel("Credits").fill("1");
    await leave();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Search people/ }).fill(account.email);
    await page.getByRole("option", { selected: true }).filter({ hasText: account.email }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/users/${id}`);

    await page.request.delete(`/api/users/${id}`);
    await page.goto(`/admin/users/${id}`);
    await page.getByText("This account was erased").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Change balance" }).count()).toBe(0);
    await page.goto("/admin/users/000000000000000000000abc");
    await page.getByRole("heading", { name: "Nobody has this address" }).waitFor();
  });

  it("gives a role, which the person has at the next click, and keeps the last admin", async () => {
    const account = await join(newAccount("Coming Moderator"));
    const { page: person } = await openStranger(browser, shop);
    await logIn(person, account);
    const { page } = await openDirectory(account);
    await page.getByRole("button", { name: "Edit Coming Moderator" }).click();
    await page.getByLabel("Role of Coming Moderator").selectOption("moderator");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("User updated successfully").waitFor();
    expect(await endOf(person, "/user/dashboard")).toBe("/login");
    await logIn(person, account);
    expect(await endOf(person, "/admin")).toBe("/admin/support-messages");

    await page.goto(`/admin/users?q=${encodeURIComponent(admin.email)}`);
    const owner = rowOf(page, { ...admin, name: "" });
    await owner.getByRole("button", { name: /^Edit / }).click();
    await owner.getByLabel(/^Role of /).selectOption("member");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Failed to update user: 409 (The last admin must stay an admin.)").waitFor();
  });

  it("is asked for the password again after a while, and what was to be done goes on by itself", async () => {
    const account = await join(newAccount());
    const { page, complaints } = await openDirectory(account);
    await proveLongAgo(shop, admin.email);
    await more(page, account, "Disable account");
    await answer(page, "They are signed out everywhere", "Disable account");
    const dialog = page.getByRole("dialog", { name: "Is it still you?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Please enter your password once more to continue.").first().waitFor();
    await rowOf(page, account).getByText("disabled", { exact: true }).waitFor({ state: "hidden" });

    await more(page, account, "Disable account");
    await answer(page, "They are signed out everywhere", "Disable account");
    await dialog.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").filter({ hasText: "Please enter your password" }).waitFor();
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").filter({ hasText: "Incorrect password. Please try again." }).waitFor();
    await dialog.getByLabel("Password", { exact: true }).fill(admin.password);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await rowOf(page, account).getByText("disabled", { exact: true }).waitFor();
    expect(complaints.filter((line) => !/40[13]/.test(line))).toEqual([]);
  });

  it("takes off a second factor that a person has lost, with the reason, and not one's own", async () => {
    const account = await join(newAccount("Lost Phone"));
    await givePasskey(shop, account.email);
    await givePasskey(shop, admin.email);
    const { page, complaints } = await openDirectory(account);
    await rowOf(page, account).getByRole("link", { name: "Lost Phone" }).click();
    await page.getByText("1 passkey", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Take off second factor" }).click();
    const dialog = page.getByRole("dialog", { name: "Take off the second factor" });
    await dialog.getByRole("button", { name: "Take it off" }).click();
    await dialog.getByRole("alert").filter({ hasText: "Please enter a reason" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel("Reason").fill("Called, known by voice");
    await page.keyboard.press("Enter");
    await page.getByText(`The second factor of ${isolated("Lost Phone")} was taken off`).waitFor();
    await page.getByRole("button", { name: "Take off second factor" }).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "Something about your sign-in changed" }).waitFor();
    await page.goto("/admin/audit-log");
    await page.getByText("took the second factor off the account of Lost Phone").first().waitFor();
    await page.goto(`/admin/users?q=${encodeURIComponent(admin.email)}`);
    await rowOf(page, { ...admin, name: "" })
      .getByRole("link")
      .first()
      .click();
    await page.getByText("1 passkey", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Take off second factor" }).count()).toBe(0);
    await runSql(shop, "delete from passkeys", []);
    expect(complaints).toEqual([]);
  });

  it("disables and enables a person, each time at once", async () => {
    const account = await join(newAccount("Disabled Person"));
    const { page } = await openDirectory(account);
    const { page: person } = await openStranger(browser, shop);
    await logIn(person, account);
    await more(page, account, "Disable account");
    await answer(page, "They are signed out everywhere", "Disable account");
    await rowOf(page, account).getByText("disabled", { exact: true }).waitFor();
    await person.goto("/login");
    await person.getByLabel("Email", { exact: true }).fill(account.email);
    await person.getByLabel("Password", { exact: true }).fill(account.password);
    await person.locator("form").getByRole("button", { name: "Login", exact: true }).click();
    await person.getByText("This account has been disabled.").first().waitFor();
    await more(page, account, "Enable account");
    await rowOf(page, account).getByText("disabled", { exact: true }).waitFor({ state: "hidden" });
    await logIn(person, account);
    expect(await endOf(person, "/user/dashboard")).toBe("/user/dashboard");
  });

  it("deletes a person after the documented question, and says when it can't", async () => {
    const account = await join(newAccount("Leaving Person"));
    const { page } = await openDirectory(account);
    await page.route("**/api/users/*", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    const question = "Are you sure you want to delete this user?";
    await more(page, account, "Delete");
    await answer(page, question, "Delete user");
    await page.getByText(/^Failed to delete user: 503/).waitFor();
    await more(page, account, "Delete");
    await answer(page, question, "Cancel");
    await rowOf(page, account).waitFor();
    await more(page, account, "Delete");
    await answer(page, question, "Delete user");
    await page.getByText("User deleted successfully").waitFor();
    await page.getByText("No Users Found").waitFor();
  });

  it("tells the later of two admins that the person is gone, and loads anew on demand", async () => {
    const account = await join(newAccount("Fought Over"));
    const { page: first } = await openDirectory(account);
    const { page: second } = await openDirectory(account);
    await second.getByRole("button", { name: "Edit Fought Over" }).click();
    await second.getByLabel(`Name of ${account.email}`).fill("Too late");
    await more(first, account, "Delete");
    await answer(first, "Are you sure you want to delete this user?", "Delete user");
    await first.getByText("User deleted successfully").waitFor();
    await second.getByRole("button", { name: "Save" }).click();
    await second.getByText(/^Failed to update user: 404/).waitFor();

    await join({ ...account, name: "Here Again" });
    await first.getByRole("button", { name: "Refresh" }).click();
    await rowOf(first, { ...account, name: "Here Again" }).waitFor();
    await first.route("**/users?*", (route) => route.abort());
    await first.getByRole("button", { name: "Refresh" }).click();
    const banner = first.getByText("Failed to fetch users: Network error or server not responding");
    await banner.waitFor();
    await first.getByText("User data could not be loaded. Please try again later.").waitFor();
    await first.getByRole("button", { name: "Dismiss" }).click();
    await banner.waitFor({ state: "hidden" });
  });
});

/** Six mails failed, and no other: three that are older, and one of each kind that can or can't be sent again. */
async function failToReach({ email }: Account): Promise<void> {
  await runSql(shop, "update outbox set status = 'sent' where status = 'failed'", []);
  for (const [subject, audience, expiresAt] of [
    ["The first", "user", null],
    ["The second", "user", null],
    ["The third", "user", null],
    ["Your receipt", "user", null],
    ["A link of yesterday", "user", new Date(Date.now() - 1000)],
    ["Order A is paid", "admins", null],
  ])
    await runSql(
      shop,
      `insert into outbox
         (to_email, subject, audience, html, text, template_name, status, attempts, last_error, expires_at)
       values
         ($1, $2, $3, '<p>Hello</p>', 'Hello', 'Receipt', 'failed', 10, 'EENVELOPE: 554 5.7.1 Relay access denied', $4)`,
      [email, subject, audience, expiresAt],
    );
}

describe("messages", () => {
  it("are written as rich text, kept through a failure, sent, and found in the log", async () => {
    const account = await join(newAccount("Addressed Person"));
    const { page } = await openDirectory(account);
    await more(page, account, "Send Message");
    const dialog = page.getByRole("dialog", { name: "Send Message" });
    await expect.poll(() => dialog.getByRole("textbox", { name: /^To/ }).inputValue()).toBe(account.email);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Please enter a subject.").first().waitFor();
    await dialog.getByLabel("Subject").fill("About your order");
    const body = dialog.getByRole("textbox", { name: /^Message/ });
    await body.click();
    await page.keyboard.press("Control+b");
    await page.keyboard.type("Thank you");
    await expect.poll(() => body.locator("strong").innerText()).toBe("Thank you");

    await page.keyboard.press("Control+a");
    await dialog.getByRole("button", { name: "Link", exact: true }).click();
    const link = page.getByRole("dialog", { name: "Link" });
    await link.getByRole("textbox", { name: "Enter URL" }).fill("#prices");
    await page.keyboard.press("Enter");
    await link.getByRole("alert").filter({ hasText: "Please enter a whole address" }).waitFor();
    await page.keyboard.press("Escape");
    await link.waitFor({ state: "hidden" });

    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Throw this message away?" });
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => body.innerText()).toBe("Thank you");
    await page.route("**/send-message", (route) => route.abort(), { times: 1 });
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Error sending message.").waitFor();
    await page.route("**/send-message", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Failed to send message.").waitFor();
    await dialog.getByRole("textbox", { name: /^To/ }).fill("nobody@example.com");
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("No account found with this email address.").waitFor();
    await dialog.getByRole("textbox", { name: /^To/ }).fill(account.email);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Message sent successfully.").waitFor();
    await dialog.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Message Log History" }).click();
    const log = page.getByRole("dialog", { name: "Message Log History" });
    const line = log.getByRole("row").filter({ hasText: account.email });
    await line.getByText("About your order").waitFor();
    await line.getByText("Admin message").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it("and reasons are asked for before a reload or Back takes what was typed", async () => {
    const account = await join(newAccount("Typed About"));
    const { page } = await openDirectory(account);
    await more(page, account, "Send Message");
    const message = page.getByRole("dialog", { name: "Send Message" });
    await message.getByLabel("Subject").fill("Half a thought");
    expect(await stayOnReload(page)).toBe("beforeunload");
    await expect.poll(() => message.getByLabel("Subject").inputValue()).toBe("Half a thought");
    await page.keyboard.press("Escape");
    await answer(page, "Throw this message away?", "Throw away");

    await page.getByRole("link", { name: "Typed About" }).click();
    await page.getByRole("button", { name: "Change balance" }).click();
    const reason = page.getByRole("dialog", { name: "Change balance" }).getByLabel("Reason");
    await reason.fill("A long one");
    await page.goBack();
    await answer(page, "haven't been saved", "Stay");
    await expect.poll(() => reason.inputValue()).toBe("A long one");
    await page.goBack();
    await answer(page, "haven't been saved", "Leave without saving");
    await rowOf(page, account).waitFor();
  });

  it("fill the log five a page, which turns back one when its last failed one was sent again; others not, where their link has expired or the person is no longer of the staff", async () => {
    const account = await join(newAccount("Written To"));
    await failToReach(account);
    const { page } = await openDirectory(account);
    for (let number = 1; number <= 6; number += 1) {
      const sent = await page.request.post("/send-message", {
        data: { toEmail: account.email, subject: `Number ${number}`, messageBody: "<p>Hello</p>" },
      });
      expect(sent.status()).toBe(200);
    }
    await page.getByRole("button", { name: "Message Log History" }).click();
    const log = page.getByRole("dialog", { name: "Message Log History" });
    const lines = () => log.locator("tbody tr").count();
    await log.getByText("Number 6").waitFor();
    await expect.poll(lines).toBe(5);
    await log.getByRole("button", { name: "Next" }).click();
    await log.getByText("Number 1", { exact: true }).waitFor();

    await log.getByLabel("Failed only").check();
    await log.getByText("Relay access denied").first().waitFor();
    await log.getByRole("button", { name: "Next" }).click();
    await expect.poll(lines).toBe(1);
    await log.getByRole("button", { name: /^Send again/ }).click();
    await expect.poll(lines).toBe(5);
    expect(await axeViolations(page)).toEqual([]);
    const sendAgain = (subject: string) =>
      log.getByRole("button", { name: `Send again to ${account.email}: ${subject}` }).click();
    await sendAgain("A link of yesterday");
    await log.getByRole("alert").getByText("The link in this message has expired.").waitFor();
    await sendAgain("Order A is paid");
    const former = "This message is for admins, and its recipient cannot sign in as such any more.";
    await log.getByRole("alert").getByText(former).waitFor();
    await sendAgain("Your receipt");
    await page.getByText("Message queued again.").first().waitFor();
    await expect.poll(lines).toBe(4);
    await expect.poll(() => log.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    const status = "select status from outbox where to_email = $1 and subject = 'Your receipt'";
    await expect.poll(() => runSql(shop, status, [account.email])).toEqual([{ status: "sent" }]);
    await log.getByLabel("Failed only").uncheck();
    await log.getByText("Number 6").waitFor();
    await log.getByRole("button", { name: "Next" }).click();
    const line = log.getByRole("row").filter({ hasText: "Your receipt" });
    await line.getByText("sent", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await log.waitFor({ state: "hidden" });
  });
});
