import { deleteExpired } from "./db/retention.ts";
import { accountsRoutes } from "./features/accounts/accounts.routes.ts";
import type { Auth } from "./features/accounts/auth/auth.ts";
import { reencryptSecondFactors } from "./features/accounts/auth/reencrypt-second-factors.ts";
import { erasuresJob, syncErasures } from "./features/accounts/erasure/erasures-list.ts";
import { expireMemberships } from "./features/accounts/expire-memberships.ts";
import { removeUnusedPictures } from "./features/accounts/profile/pictures.ts";
import { aiKeysRoutes } from "./features/ai-keys/ai-keys.routes.ts";
import { reencryptKeys } from "./features/ai-keys/ai-keys.service.ts";
import { createKeyPool } from "./features/ai-keys/key-pool.ts";
import { apiKeysRoutes } from "./features/api-keys/api-keys.routes.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { brandRoutes } from "./features/brand/brand.routes.ts";
import { catalogueRoutes } from "./features/catalogue/catalogue.routes.ts";
import { contentRoutes } from "./features/content/content.routes.ts";
import { couponsRoutes } from "./features/coupons/coupons.routes.ts";
import { creditsRoutes } from "./features/credits/credits.routes.ts";
import { releaseExpiredHolds } from "./features/credits/unused-holds.ts";
import { designsRoutes } from "./features/designs/designs.routes.ts";
import { freeingJob, removeFreedDesigns, removeOldDrawings } from "./features/designs/designs.service.ts";
import { galleryRoutes } from "./features/gallery/gallery.routes.ts";
import { checkDueSpellings, spellingJob } from "./features/generations/check-spelling.ts";
import { generationsRoutes } from "./features/generations/generations.routes.ts";
import { cleaningJob, markLeftFiles, removeHiddenFiles } from "./features/generations/generations.service.ts";
import { createRunner, takeOverJob } from "./features/generations/runner.ts";
import { insightsRoutes } from "./features/insights/insights.routes.ts";
import { mendLeftMails, removeErasedMailFiles } from "./features/mail/erase-mails.ts";
import { mailRoutes } from "./features/mail/mail.routes.ts";
import { sendDueMails } from "./features/mail/send-mails.ts";
import { noteEnding, watchModels } from "./features/models/watch-models.ts";
import { monitoringRoutes } from "./features/monitoring/monitoring.routes.ts";
import { ordersRoutes } from "./features/orders/orders.routes.ts";
import { packsRoutes } from "./features/packs/packs.routes.ts";
import { freeOrders } from "./features/payments/capture/fulfil-order.ts";
import { paymentsRoutes } from "./features/payments/payments.routes.ts";
import { recheckCaptures } from "./features/payments/recheck-captures.ts";
import { createReconciler } from "./features/payments/reconcile.ts";
import { bookLeftReversals } from "./features/payments/refunds/book-left-reversals.ts";
import { reencryptClientSecrets } from "./features/payments/settings/change-paypal-settings.ts";
import { warnOfMissingWebhook } from "./features/payments/settings/paypal-settings.ts";
import { backfillEvents } from "./features/payments/webhooks/backfill-events.ts";
import { referencesRoutes } from "./features/references/references.routes.ts";
import { referencesJob, removeGoneReferences } from "./features/references/references.service.ts";
import { searchRoutes } from "./features/search/search.routes.ts";
import { settingsRoutes } from "./features/settings/settings.routes.ts";
import { bookCall, bookGivenUp } from "./features/spending/book-call.ts";
import { spendingRoutes } from "./features/spending/spending.routes.ts";
import { deleteUnusedAttachments } from "./features/support/attachments/attachments.ts";
import { createPresence } from "./features/support/staff/presence.ts";
import { supportRoutes } from "./features/support/support.routes.ts";
import { sendDueDeliveries } from "./features/webhooks/send-deliveries.ts";
import { webhooksRoutes } from "./features/webhooks/webhooks.routes.ts";
import { reencryptWebhookSecrets } from "./features/webhooks/webhooks.service.ts";
import { settleThumbnailSets } from "./features/youtube/look-up-set.ts";
import { removeOldThumbnails } from "./features/youtube/present-thumbnail.ts";
import { refreshChannels } from "./features/youtube/refresh-channels.ts";
import { revocationsJob, revokeGrants } from "./features/youtube/revoke-grants.ts";
import { youtubeRoutes } from "./features/youtube/youtube.routes.ts";
import { reencryptYoutubeTokens, removeGoneThumbnails } from "./features/youtube/youtube.service.ts";
import type { Feature } from "./platform/feature.ts";
import type { Platform } from "./platform/platform.ts";
import { removeUnclaimedFiles } from "./platform/unclaimed-files.ts";
import { createGemini, geminiBaseUrl } from "./providers/gemini/gemini.ts";
import { openMail } from "./providers/mail/open-mail.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The shop as one list: what each feature answers, what it does by itself and how often, and what has to end. */
export function createFeatures(platform: Platform, auth: Auth): Record<string, Feature> {
  const { config } = platform;
  const gemini = createGemini({
    baseUrl: geminiBaseUrl(config),
    timeoutMs: config.geminiTimeoutMs,
    onAnswer: async (answered) => {
      await Promise.all([bookCall(platform, answered), noteEnding(platform, answered)]);
    },
    onGivenUp: (call) => bookGivenUp(platform, call),
  });
  const pool = createKeyPool(platform);
  const runner = createRunner(platform, { ...platform, gemini, pool });
  const mailProvider = openMail(config);
  const presence = createPresence(platform);

  return {
    accounts: {
      routes: (routes) => accountsRoutes(routes, platform, auth),
      jobs: [
        { name: "memberships", everySeconds: hour, work: () => expireMemberships(platform) },
        { name: "unused-pictures", everySeconds: hour, work: () => removeUnusedPictures(platform) },
        { name: erasuresJob, everySeconds: hour, work: () => syncErasures(platform) },
        {
          name: "reencrypt-second-factors",
          everySeconds: hour,
          atStart: true,
          work: () => reencryptSecondFactors(platform, auth),
        },
      ],
    },
    aiKeys: {
      routes: (routes) => aiKeysRoutes(routes, platform, gemini, pool),
      jobs: [
        { name: "reencrypt-ai-keys", everySeconds: hour, atStart: true, work: () => reencryptKeys(platform) },
      ],
    },
    apiKeys: { routes: (routes) => apiKeysRoutes(routes, platform) },
    audit: { routes: (routes) => auditRoutes(routes, platform) },
    brand: { routes: (routes) => brandRoutes(routes, platform) },
    catalogue: { routes: (routes) => catalogueRoutes(routes, platform) },
    content: { routes: (routes) => contentRoutes(routes, platform) },
    coupons: { routes: (routes) => couponsRoutes(routes, platform) },
    credits: {
      routes: (routes) => creditsRoutes(routes, platform),
      jobs: [{ name: "lapsed-holds", everySeconds: 15, work: () => releaseExpiredHolds(platform) }],
    },
    designs: {
      routes: (routes) => designsRoutes(routes, platform),
      jobs: [
        { name: freeingJob, everySeconds: minute, work: () => removeFreedDesigns(platform) },
        { name: "old-drawings", everySeconds: hour, work: () => removeOldDrawings(platform) },
      ],
    },
    gallery: { routes: (routes) => galleryRoutes(routes, platform) },
    generations: {
      routes: (routes) => generationsRoutes(routes, platform, { gemini, pool, runner }),
      jobs: [
        { name: takeOverJob, everySeconds: 3, work: () => runner.takeOver() },
        { name: cleaningJob, everySeconds: minute, work: () => removeHiddenFiles(platform) },
        { name: "left-generation-files", everySeconds: day, work: () => markLeftFiles(platform) },
        {
          name: spellingJob,
          everySeconds: 15,
          work: (...ofJob) => checkDueSpellings(platform, { gemini, pool }, ...ofJob),
        },
      ],
      // In milliseconds, for generations that are nearly through: with the drain before it, well within the ten seconds.
      stop: () => runner.stop(Math.min(4_000, 6_500 - platform.config.shutdownDelayMs)),
    },
    insights: { routes: (routes) => insightsRoutes(routes, platform) },
    mail: {
      routes: (routes) => mailRoutes(routes, platform),
      jobs: [
        {
          name: "mail",
          everySeconds: 15,
          work: (...ofJob) => sendDueMails(platform, mailProvider, ...ofJob),
        },
        { name: "erased-mails", everySeconds: hour, work: () => removeErasedMailFiles(platform) },
        { name: "left-mails", everySeconds: hour, work: () => mendLeftMails(platform) },
      ],
      stop: () => mailProvider.close(),
    },
    models: {
      jobs: [{ name: "models", everySeconds: hour, work: () => watchModels(platform, { gemini, pool }) }],
    },
    monitoring: { routes: (routes) => monitoringRoutes(routes, platform) },
    orders: { routes: (routes) => ordersRoutes(routes, platform, freeOrders) },
    packs: { routes: (routes) => packsRoutes(routes, platform) },
    payments: {
      routes: (routes) => paymentsRoutes(routes, platform),
      jobs: [
        { name: "payments", everySeconds: 30, work: createReconciler(platform) },
        {
          name: "payment-reviews",
          everySeconds: 5 * minute,
          work: (signal) => recheckCaptures(platform, signal),
        },
        { name: "payment-events", everySeconds: hour, work: (signal) => backfillEvents(platform, signal) },
        { name: "left-reversals", everySeconds: hour, work: () => bookLeftReversals(platform) },
        {
          name: "reencrypt-client-secrets",
          everySeconds: hour,
          atStart: true,
          work: () => reencryptClientSecrets(platform),
        },
      ],
      start: () => void warnOfMissingWebhook(platform),
    },
    references: {
      routes: (routes) => referencesRoutes(routes, platform),
      jobs: [{ name: referencesJob, everySeconds: minute, work: () => removeGoneReferences(platform) }],
    },
    retention: {
      jobs: [
        { name: "expired-rows", everySeconds: hour, work: () => deleteExpired(platform.db) },
        {
          name: "file-drafts",
          everySeconds: day,
          work: () => platform.storage.removeDrafts(new Date(Date.now() - day * 1000)),
        },
        { name: "unclaimed-files", everySeconds: hour, work: () => removeUnclaimedFiles(platform) },
      ],
    },
    search: { routes: (routes) => searchRoutes(routes, platform) },
    settings: { routes: (routes) => settingsRoutes(routes, platform) },
    spending: { routes: (routes) => spendingRoutes(routes, platform) },
    support: {
      routes: (routes) => supportRoutes(routes, platform, presence),
      jobs: [
        { name: "support-attachments", everySeconds: hour, work: () => deleteUnusedAttachments(platform) },
      ],
      stop: () => presence.stop(),
    },
    webhooks: {
      routes: (routes) => webhooksRoutes(routes, platform),
      jobs: [
        { name: "webhooks", everySeconds: 15, work: (...ofJob) => sendDueDeliveries(platform, ...ofJob) },
        {
          name: "reencrypt-webhook-secrets",
          everySeconds: hour,
          atStart: true,
          work: () => reencryptWebhookSecrets(platform),
        },
      ],
    },
    youtube: {
      routes: (routes) => youtubeRoutes(routes, platform),
      jobs: [
        { name: "video-thumbnails", everySeconds: hour, work: () => removeOldThumbnails(platform) },
        { name: revocationsJob, everySeconds: minute, work: () => revokeGrants(platform) },
        { name: "thumbnail-sets", everySeconds: 30, work: () => settleThumbnailSets(platform) },
        { name: "former-thumbnails", everySeconds: hour, work: () => removeGoneThumbnails(platform) },
        { name: "youtube-channels", everySeconds: hour, work: () => refreshChannels(platform) },
        {
          name: "reencrypt-youtube-tokens",
          everySeconds: hour,
          atStart: true,
          work: () => reencryptYoutubeTokens(platform),
        },
      ],
    },
  };
}
