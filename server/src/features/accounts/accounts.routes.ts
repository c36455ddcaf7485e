import { federatedNames, getViewer } from "#contract/accounts.ts";
import { readShopSettings, shopCurrency } from "#server/features/settings/settings.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { viewerRecord } from "./accounts.service.ts";
import type { Auth } from "./auth/auth.ts";
import { captureAuthFaults } from "./auth/call-better-auth.ts";
import { federatedRoutes } from "./auth/federated.routes.ts";
import { passkeyRoutes } from "./auth/passkeys.routes.ts";
import { passwordResetRoutes } from "./auth/password-reset.routes.ts";
import { secondFactorRoutes } from "./auth/second-factor.routes.ts";
import { sessionRoutes } from "./auth/sessions.routes.ts";
import { signInRoutes } from "./auth/sign-in.routes.ts";
import { usersRoutes } from "./directory/users.routes.ts";
import { profileRoutes } from "./profile/profile.routes.ts";

export function accountsRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  captureAuthFaults(routes.app);
  mount(routes, getViewer).data(async ({ viewer }) => {
    const settings = await readShopSettings(platform);
    return {
      user: viewer ? viewerRecord(viewer) : null,
      shop: {
        name: settings.shopName,
        currency: await shopCurrency(platform),
        timeZone: settings.timeZone,
        cost: settings.cost,
        minimumBalance: settings.minimumBalance,
        demo: platform.config.demo,
        buyMoreBelow: settings.buyMoreBelow,
        buyCreditsBelow: settings.buyCreditsBelow,
        federated: federatedNames.filter((name) => platform.config.federated[name]),
        youtube: platform.config.youtube.client !== undefined,
      },
    };
  });

  signInRoutes(routes, platform, auth);
  sessionRoutes(routes, platform, auth);
  secondFactorRoutes(routes, platform, auth);
  passkeyRoutes(routes, platform, auth);
  passwordResetRoutes(routes, platform, auth);
  federatedRoutes(routes, platform, auth);
  profileRoutes(routes, platform, auth);
  usersRoutes(routes, platform);
}
