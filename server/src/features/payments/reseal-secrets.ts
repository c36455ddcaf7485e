import type { Platform } from "#server/platform/platform.ts";
import { lockStoredSettings, saveStoredSettings } from "./paypal-settings.repository.ts";
import { type PaypalSettings, secretPurpose, storedSettings } from "./settings/paypal-settings.ts";

/**
 * Seals PayPal's client secrets anew that lie under a former APP_SECRET, so that it can be dropped; names those that
 * none opens. To an admin who has the form open nothing has changed.
 */
export async function reencryptClientSecrets(
  platform: Pick<Platform, "db" | "encryption" | "log">,
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const { data, version } = await lockStoredSettings(tx);
    const settings: PaypalSettings = storedSettings.parse(data);
    let resealed = 0;
    for (const mode of ["sandbox", "live"] as const) {
      const { sealedSecret } = settings[mode];
      if (sealedSecret === null) continue;
      try {
        const fresh = platform.encryption.reencrypt(sealedSecret, secretPurpose(mode));
        if (fresh === null) continue;
        settings[mode] = { ...settings[mode], sealedSecret: fresh };
        resealed += 1;
      } catch (error) {
        platform.log.error(
          { err: error, mode },
          "PayPal's client secret cannot be opened with the APP_SECRET given",
        );
      }
    }
    if (resealed === 0) return;
    await saveStoredSettings(tx, { data: settings, version });
    platform.log.info({ resealed }, "PayPal's client secrets were sealed anew under the present APP_SECRET");
  });
}
