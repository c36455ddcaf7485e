import { setTimeout as pause } from "node:timers/promises";
import { demoChannels } from "#emulators/youtube/channels.ts";
import type { Config } from "#server/config.ts";
import { expireMemberships } from "#server/features/accounts/expire-memberships.ts";
import { createAdmin } from "#server/features/accounts/first-admin.ts";
import { defaultShopSettings } from "#server/features/settings/settings.service.ts";
import type { Shop } from "#server/open-shop.ts";
import { type Caller, type Callers, createCallers } from "./callers.ts";
import { fillGallery } from "./gallery.ts";
import { historyDays } from "./history/crowd.ts";
import { fillHistory } from "./history/fill-history.ts";
import { moveJoining } from "./history/write-history.repository.ts";
import { sellToMembers } from "./sales.ts";
import { fillSupport } from "./support.ts";

const adminEmail = "demo.admin@example.com";

/** Of the order of what such models cost; the shop's currency and the day are the server's to say. */
const demoPrices = [
  {
    model: defaultShopSettings.imageModel,
    pictureMicros: 34_000,
    inputMicros: 300_000,
    outputMicros: 2_500_000,
  },
  { model: defaultShopSettings.textModel, pictureMicros: null, inputMicros: 100_000, outputMicros: 400_000 },
];

/**
 * Two months that were, and then members, sales, pictures and tickets of today, brought about through the shop's own
 * routes, so that ledger, mails and audit tell the same. Answers the e-mails of the admin and of the member who has most, and
 * their password; the people of the months that were can't sign in.
 * @throws one sentence in a shop that was filled before.
 */
export async function fillShop(
  { http, platform }: Shop,
  config: Config,
  paypalUrl: string,
  drawn?: Buffer,
): Promise<{ email: string; member: string; password: string }> {
  const { email, password } = await createAdmin(platform, adminEmail);
  if (password === null)
    throw new Error("This shop has been filled before: name another DATA_DIR or DATABASE_URL for a new one.");
  const callers = createCallers(http, password);
  const admin = await callers.signIn({ name: "Demo admin", email });
  await callers.call(admin, "PUT", "/api/shop-settings", { modelPrices: demoPrices });
  await fillHistory(platform, config, admin, drawn);
  const people = {
    mara: await callers.signUp("Mara Lindqvist"),
    jonas: await callers.signUp("Jonas Weber"),
    priya: await callers.signUp("Priya Raman"),
    tom: await callers.signUp("Tom Okafor"),
    elif: await callers.signUp("Elif Kaya"),
    sofia: await callers.signUp("Sofia Marin"),
  };
  await callers.signUp("Neil Baxter");
  await sellToMembers(callers, paypalUrl, admin, people);
  const change = (person: Caller, changes: object) =>
    callers.call(admin, "PUT", `/api/users/${person.id}`, changes);
  // An end in the past is refused, so this one is waited for while the pictures are drawn.
  const end = new Date(Date.now() + 2_000);
  await change(people.sofia, { userMembership: "basic", MembershipValidity: end.toISOString() });
  const picture = await fillGallery(callers, people.mara);
  await connectChannel(callers, config, people.mara);
  await fillSupport(callers, await makeModerator(callers, admin), people, picture);
  await pause(Math.max(0, end.getTime() + 1 - Date.now()));
  while (await expireMemberships(platform));
  await change(await callers.signUp("Max Power"), { disabled: true });
  for (const [index, { id }] of [admin, ...Object.values(people)].entries())
    await moveJoining(platform.db, id, historyDays + 1 - 8 * index);
  return { email, member: people.mara.email, password };
}

/** A new role ends the sessions that there were. */
async function makeModerator(callers: Callers, admin: Caller): Promise<Caller> {
  const member = await callers.signUp("Ines Duarte");
  await callers.call(admin, "PUT", `/api/users/${member.id}`, { userRole: "moderator" });
  return callers.signIn(member);
}

/** Connects the person's channel over the demo's page of consent, as a browser does it. Of a real Google nothing is asked. */
async function connectChannel(
  callers: Callers,
  { youtube, appUrl }: Pick<Config, "youtube" | "appUrl">,
  person: Caller,
): Promise<void> {
  const demoUrl = `${appUrl}/demo/youtube`;
  if (!youtube.client || youtube.authUrl !== demoUrl) return;
  const body = { purpose: "set", returnTo: "/profile" };
  const { data } = await callers.call(person, "POST", "/api/youtube/connect", body);
  const page = await (await fetch(data.url)).text();
  const form = new URLSearchParams({
    login: "mara",
    name: person.name,
    ask: valuesOf(page, "ask")[0] ?? "",
    choice: demoChannels().main.id,
    decision: "allow",
  });
  for (const scope of valuesOf(page, "scope")) form.append("scope", scope);
  const agreed = await fetch(`${demoUrl}/youtube/consent`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = agreed.headers.get("location");
  const answer = back && (await fetch(back, { headers: { cookie: person.cookie }, redirect: "manual" }));
  const end = answer ? answer.headers.get("location") : null;
  if (end !== "/profile?youtube=connected") throw new Error(`The demo's channel was not connected: ${end}`);
}

const valuesOf = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, "g"))].map(([, value]) => value!);
