import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import * as contract from "#contract/all.ts";
import type { Call } from "#contract/call.ts";
import { documentBytes } from "#contract/design-document.ts";
import { keptDesignVersions, mostDesigns, restorableDesignMinutes } from "#contract/designs.ts";
import { errorTable } from "#contract/errors.ts";
import { mostStreams } from "#contract/event-streams.ts";
import { mostRefusedADay, mostRefusedAnHour, niches, styles } from "#contract/generation-options.ts";
import { maximumPackages } from "#contract/packages.ts";
import { addReference, mostReferences, referenceBytes, referenceQuotaBytes } from "#contract/references.ts";
import { attachmentQuotaBytes, maxAttachmentBytes, maxAttachments } from "#contract/support-attachments.ts";
import * as ofTickets from "#contract/support-limits.ts";
import { pictureQuotaBytes, uploadBytes, uploadImage } from "#contract/uploads.ts";
import * as webhooks from "#contract/webhooks.ts";
import { readConfig } from "#server/config.ts";
import { receiptJump } from "#server/db/backup/since-backup.ts";
import { poolSize } from "#server/db/database.ts";
import { newCode } from "#server/db/ids.ts";
import { retentionDays } from "#server/db/retention.ts";
import { leastFreeBytes, mostClockDifferenceMs } from "#server/doctor/checks.ts";
import { sessionSeconds } from "#server/features/accounts/auth/auth.ts";
import * as attempts from "#server/features/accounts/auth/password-attempts.ts";
import { resetLinkSeconds } from "#server/features/accounts/auth/password-mails.ts";
import { commonPasswords } from "#server/features/accounts/auth/password-rules.ts";
import { keptVersions } from "#server/features/content/sections.repository.ts";
import { picturesAtOnce } from "#server/features/generations/make-images.ts";
import { mostAtOnce } from "#server/features/generations/runner.ts";
import { retryDelays } from "#server/features/mail/send-mails.ts";
import { fastChecks } from "#server/features/payments/attempts/attempt-states.ts";
import { claimLimit } from "#server/features/payments/attempts/claims.ts";
import { reversibleMs } from "#server/features/payments/capture/fulfil-order.ts";
import { rememberedDays } from "#server/features/payments/refunds/refund-ends.ts";
import { maxVerifications } from "#server/features/payments/webhooks/handle-webhook.ts";
import { acceptedReferences } from "#server/features/references/reference-files.ts";
import { defaultShopSettings } from "#server/features/settings/settings.service.ts";
import { guestLinkMilliseconds } from "#server/features/support/guests/guest-token.ts";
import { retryDelays as hookDelays } from "#server/features/webhooks/send-deliveries.ts";
import { thumbnailHeight, thumbnailMaxBytes, thumbnailWidth } from "#server/platform/drawing/encode-png.ts";
import * as rendering from "#server/platform/drawing/render-svg.ts";
import { maxPendingBytes } from "#server/platform/http/connections.ts";
import * as streams from "#server/platform/http/event-stream.ts";
import { defaultLimits } from "#server/platform/http/load-shedding.ts";
import { leastBytes, uploadsAtOnce } from "#server/platform/http/multipart.ts";
import { generalLimit } from "#server/platform/http/rate-limits.ts";
import { connectionLimits } from "#server/platform/http/server.ts";
import { mostDecodedBytes } from "#server/platform/image-metadata.ts";
import { patienceMs } from "#server/platform/postgres/data-dir-lock.ts";
import * as recoding from "#server/platform/recode-picture.ts";
import { projectRoot } from "#server/project-root.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const pages = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: projectRoot })];

const words = "one two three four five six seven eight nine ten".split(" ");
const more = { sixteen: 16, twenty: 20, thirty: 30, fifty: 50 };
const numbers: Record<string, number> = {
  ...Object.fromEntries(words.map((word, at) => [word, at + 1])),
  ...more,
};

/** In one line, with every number in digits. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(?<=\d),(?=\d{3})/g, "")
    .replace(/[a-z]+/gi, (word) => String(numbers[word.toLowerCase()] ?? word));

test("the figures that the documents tell are those of the code", async () => {
  const { patience, passwordCost, keepAliveMs } = readConfig({});
  const calls = (Object.values(contract) as Partial<Call>[]).filter(
    (value) => value?.method !== undefined && value.access !== undefined,
  );
  const mostBody = Math.max(...calls.map((call) => call.bodyLimit ?? 0));
  const { perAccount, perAddress, perDevice, perAccountOverall, resetPerAccount } = attempts;
  const { working, files: ofFiles, ofAddress, apart } = defaultLimits;
  const { memory, passes } = passwordCost;
  const [day, mega] = [86_400, 2 ** 20];
  const [shortest] = /\d+/.exec(errorTable.PASSWORD_TOO_SHORT.message)!;
  const [longest] = /\d+/.exec(errorTable.PASSWORD_TOO_LONG.message)!;
  const run = read("server/test/security/fuzz.test.ts");
  const fuzzed = /FUZZ_RUNS \?\? (\d+)/.exec(run)![1];
  const start = read("scripts/start.mjs");
  const figures: Record<string, string[]> = {
    "docs/security.md": [
      `Argon2id hashes (${memory / 1024} MiB, ${passes} passes)`,
      `${perAccount.max} wrong ones an account from one address and ${perAddress.max} an address in ${perAccount.windowSeconds / 60} minutes, ${perAccountOverall.max} an account in an hour`,
      `has ${perDevice.max} tries of its own, and the account's such browsers have ${resetPerAccount.max} reset mails`,
      `counted before decoding (${mostDecodedBytes / 1e6} MB), ${recoding.turns.atOnce} at a time, ${recoding.mostSeconds} s; ${uploadImage.rateLimit.max} pictures an hour a member`,
      `${claimLimit.max} new ones a person an hour`,
      `at most ${maxVerifications} verifications at once`,
      `${mostRefusedAnHour} runs refused by the model in an hour, ${mostRefusedADay} in a day, ${defaultShopSettings.runsAtOnce} under way (a setting)`,
      `a daily cap of its own (${defaultShopSettings.enhanceDailyCap}, a setting)`,
      `${mostStreams} a person and kind, ${streams.most} in all`,
      `each of the ${calls.length} calls`,
      `npm test\` sends ${fuzzed} to each`,
      `tests that concern it; ${/score < (\d+)/.exec(read("scripts/mutate.mjs"))![1]} % of the changes`,
      `${maximumPackages} packages`,
      `${documentBytes / 1024} kB, ${mostDesigns} designs, ${keptDesignVersions} versions`,
      `WebP of ${referenceBytes / mega} MB, made anew at ${acceptedReferences.longestSide} pixels at most`,
      `${mostReferences} a member, ${referenceQuotaBytes / mega} MB with those that only designs still show, ${addReference.rateLimit.max} an hour`,
      `takes more than ${rendering.mostSeconds} s of a processor or ${rendering.mostBytes / 1e6} MB`,
      `${generalLimit.max} requests a minute of a person`,
      `GIF, ${uploadBytes} bytes, ${recoding.mostPixels / 1e6} million pixels, ${recoding.mostFrames} frames, ${mostDecodedBytes / 1e6} MB unpacked`,
      `PDF, ${maxAttachmentBytes / mega} MB, ${maxAttachments} a message`,
      `the ${commonPasswords} of`,
      `the ${commonPasswords} commonest of ${shortest} characters`,
      `${shortest} characters, as the documents fix`,
      `up to ${longest}; never expires`,
      resetLinkSeconds === 3600 ? "a reset link lives an hour" : "a reset link lives otherwise",
      `Others' end after ${sessionSeconds / day} days`,
    ],
    "docs/operations.md": [
      `else ${readConfig({ NODE_ENV: "production", DEMO: "off" }).shutdownDelayMs / 1000} where NODE_ENV`,
      `is sent again for ${rememberedDays - 1} days, as PayPal keeps its request id for ${rememberedDays}`,
      `database's and PayPal's, ${mostClockDifferenceMs / 1000} s apart`,
      `the disk (${leastFreeBytes / 1e9} GB at least)`,
      `waits for it, for ${patienceMs / 1000} seconds at most`,
      `client_max_body_size ${Math.ceil(mostBody / mega)}m`,
      `${keepAliveMs / 1000} s is longer`,
      `up to ${poolSize + 2} connections`,
      `than ${working.most - working.reserved} requests at once in one process, ${working.most} with`,
      `than ${ofAddress.most - ofAddress.reserved} (${ofAddress.most}) of one address`,
      `Files have ${ofFiles.most} places of their own, ${ofFiles.reserved} of them`,
      `have ${apart.most} places each`,
      `than ${mostAtOnce} runs at once`,
      `Headers have ${patience.headersMs / 1000} s to arrive and so has a JSON body`,
      `${leastBytes / 1024} KB in each ${patience.bodyMs / 1000} s and be there within ${patience.requestMs / 60_000} minutes`,
      `${uploadsAtOnce.ofPerson} after the other, an address's ${uploadsAtOnce.ofAddress} at once, all in all ${uploadsAtOnce.ofAll}`,
      `decoded ${recoding.turns.atOnce} at a time, with ${recoding.turns.waiting} waiting`,
      `nothing of its answer for ${patience.answerMs / 1000} s`,
      `more than ${maxPendingBytes / mega} MB, those`,
      `${connectionLimits.most} connections at most; past ${connectionLimits.most * 0.75} the idle ones are ended. 1 address has ${connectionLimits.ofAddress}`,
      `${mostStreams} a person and kind, and ${streams.most} in all`,
      `after ${retryDelays[0]} s, ${retryDelays[1]! / 60} min, ${retryDelays[2]! / 60} min … ${retryDelays.at(-1)! / 3600} h, ${retryDelays.length} times`,
      `\`webhook_deliveries\` | ${retentionDays.deliveries} days`,
      `again after ${hookDelays[0]} s, ${hookDelays[1]! / 60} min, ${hookDelays[2]! / 60} min … ${hookDelays.at(-1)! / 3600} h, ${hookDelays.length} times`,
      `A try takes ${readConfig({}).webhooks.timeoutMs / 1000} s at most`,
      `It goes ${retentionDays.endedConnections} days after the access was withdrawn at Google`,
      `Without one: ${retentionDays.unmatchedEvents} days`,
      `attachments ${retentionDays.mailContents} days`,
      `answered or cleared: ${retentionDays.spam} days`,
      `they end: ${sessionSeconds / day} days`,
      `the last ${keptVersions} of each part`,
      `until ${restorableDesignMinutes} minutes after the person deletes the design`,
      `the last ${keptDesignVersions} versions of each`,
      `a day. ${pictureQuotaBytes / mega} MB a person`,
      `a day. ${attachmentQuotaBytes / mega} MB a member`,
      `${ofTickets.mostMessages} messages and ${ofTickets.ticketWordsBytes / 1000} kB of its owner's in a ticket, ${ofTickets.memberWordsBytes / 1_000_000} MB of a member's in all`,
      `receipts go on ${receiptJump} further`,
      `for their ${guestLinkMilliseconds / 1000 / day} days`,
      `UV_THREADPOOL_SIZE (${/UV_THREADPOOL_SIZE \?\? "(\d+)"/.exec(start)![1]}) and MALLOC_ARENA_MAX (${/ARENA_MAX \?\? "(\d+)"/.exec(start)![1]})`,
      /--max-semi-space-size=\d+/.exec(start)![0],
    ],
    "docs/architecture.md": [
      `PNG of ${thumbnailWidth}×${thumbnailHeight} under ${thumbnailMaxBytes} bytes`,
      `does so with ${picturesAtOnce} at once`,
      `nothing for ${webhooks.webhookFailingDays} days switches the webhook off`,
      `every 40 s for ${(fastChecks * 40) / 60} minutes`,
      `each paid order of ${reversibleMs / 1000 / day} days`,
    ],
    "docs/glossary.md": [
      `signed with its secret; ${webhooks.maxWebhooks} a member`,
      `listed for ${webhooks.deliveryDays} days`,
      `at a price; ${maximumPackages} at most`,
      `art below layers; ${mostDesigns} a member`,
      `a logo or a style; ${mostReferences} a member`,
      `a saved document; the last ${keptDesignVersions} can be`,
      `${newCode().length} characters of A-Z and 0-9`,
      `the last ${keptVersions} can be`,
    ],
    "README.md": [
      `does the same with ${fuzzed} of a fixed seed`,
      `one of ${niches.length} niches and ${styles.length} styles`,
      `${thumbnailWidth}×${thumbnailHeight} PNGs, each under ${thumbnailMaxBytes / 1e6} MB`,
      `costs ${defaultShopSettings.cost} credit`,
    ],
  };
  for (const [page, told] of Object.entries(figures)) {
    const text = plain(read(page));
    expect(
      told.filter((figure) => !text.includes(plain(figure))),
      page,
    ).toEqual([]);
  }
});

test("the table of variables names each one that the shop reads, no other, and its default", () => {
  const asked = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void asked.add(String(name)) });
  const { port } = readConfig(env);
  const bare: Partial<Record<string, unknown>> = { ...readConfig({ DEMO: "off" }) };
  const [, table] = /\n\| variable (.+?)\n\n/s.exec(read("docs/operations.md"))!;
  const rows = [...table!.matchAll(/^\| ([A-Z].+?) \| (.+?) \| /gm)].map(([, names, value]) => {
    const all = names!.match(/[A-Z][A-Z0-9_]+/g)!;
    const [starts, ends] = [true, false].map((is) => all.filter((name) => name.endsWith("_") === is));
    const whole = starts!.length > 0 ? starts!.flatMap((start) => ends!.map((end) => start + end)) : all;
    return { names: whole, defaults: [...value!.matchAll(/`(.+?)`/g)].map((found) => found[1]!) };
  });
  expect(rows.flatMap(({ names }) => names).sort()).toEqual([...asked].sort());
  for (const { names, defaults } of rows) {
    names.forEach((name, at) => {
      const given = defaults[at]?.replace("PORT", String(port));
      const key = name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      if (given === undefined) expect(bare[key], name).toBeUndefined();
      else expect(readConfig({ [name]: given }), name).toEqual(readConfig({}));
    });
  }
});

test("each command, link and anchor of the documents leads somewhere", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const exists = (path: string) => globSync(path, { cwd: projectRoot }).length > 0;
  const anchors = (page: string) =>
    [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  const wrong = pages.flatMap((page) => {
    const text = read(page);
    const commands = [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*\w)/g)].filter(
      ([whole, name]) => whole.startsWith("npm run") || ["start", "test"].includes(name!),
    );
    const benches = [...text.matchAll(/npm run bench -- ([\w|]+)/g)].flatMap(([, names]) =>
      names!.split("|"),
    );
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    return [
      ...commands.filter(([, name]) => !scripts[name!]).map(([whole]) => whole),
      ...benches.filter((name) => !exists(`bench/${name}.ts`)),
      ...links
        .map(([whole, path, anchor]) => {
          const target = path ? normalize(join(dirname(page), path)) : page;
          return { whole, isWell: exists(target) && (!anchor || anchors(target).includes(anchor)) };
        })
        .filter(({ isWell }) => !isWell)
        .map(({ whole }) => whole),
    ].map((what) => `${page}: ${what}`);
  });
  expect(wrong).toEqual([]);
});
