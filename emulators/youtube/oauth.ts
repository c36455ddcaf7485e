import { mountGoogleOauth } from "../identity/google-oauth.ts";
import type { Provider } from "../identity/provider.ts";
import type { World } from "./world.ts";

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;

const scopeTexts = {
  [scope("youtube.readonly")]: "View your YouTube account",
  [scope("youtube.upload")]: "Manage your YouTube videos",
};
const scopes = Object.fromEntries(Object.keys(scopeTexts).map((name) => [name, name]));

/** Google's page of consent for a channel: the person chooses the channel, and may leave scopes out. */
export function youtubeOauth(world: World): Provider {
  const { main, second } = world.channels;
  return {
    title: "Google",
    codeSeconds: 600,
    cutsOpener: false,
    denial: { error: "access_denied" },
    fragment: "",
    consent: {
      scopeTexts,
      choices: {
        label: "Channel",
        options: [
          { value: main.id, label: main.title },
          { value: second.id, label: `${second.title} (not verified by phone)` },
          { value: "none", label: "An account without a channel" },
        ],
      },
    },
    returned: ({ scopes: granted }) => ({ scope: granted.join(" ") }),
    mount(app, realm) {
      mountGoogleOauth(app, realm, {
        paths: { authorize: "/o/oauth2/v2/auth", token: "/token", revoke: "/revoke" },
        scopes,
        offline: world.offline,
        changed: () => void world.save(),
      });
    },
  };
}
