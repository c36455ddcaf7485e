import { demoChannels } from "#emulators/youtube/channels.ts";
import type { Config } from "#server/config.ts";
import type { Caller, Callers } from "./callers.ts";

/** Connects the person's channel over the demo's page of consent, as a browser does it. Of a real Google nothing is asked. */
export async function connectChannel(
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
