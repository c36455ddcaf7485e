/**
 * Which modules share a script file. Left alone, the bundler makes a file for each set of screens that share something:
 * a screen then asks for 60 to 100 of them. `npm run bench -- weight` tells what each screen asks for, and
 * weight.test.ts holds the limits.
 *
 * A module goes to the group of highest priority that matches, and takes along what it imports and no higher group has.
 * So whatever public pages import has a higher group than all that they must not load.
 */
export const chunkGroups = [
  { name: "framework", priority: 9, test: inPackages("react", "react-dom", "react-router", "scheduler") },
  // Small pieces of every page.
  {
    name: "frame",
    priority: 8,
    test: anyOf(
      /app\/(root\.tsx|api\/(client|loaders|no-compiled-checks)\.)/,
      /app\/ui\/(button|color-scheme|color-scheme-button|image-with-fallback|logo|logo-picture)\./,
      /app\/features\/shell\/(demo-ribbon|page-fault|root-data|site-meta)\./,
      /contract\/(call|page-context|urls)\./,
      /preload-helper/,
    ),
  },
  // Packages and videos as the home page and the customer area show them.
  {
    name: "offer",
    priority: 7,
    test: anyOf(
      /app\/ui\/(package-|price\.|video-card)/,
      /contract\/(display-money|icons|package-offer|youtube-links)\./,
    ),
  },
  // Whole it compresses better than in pieces; what one public page alone needs stays out.
  {
    name: "site",
    priority: 6,
    test: anyOf(
      /app\/features\/site\/(?!about-page|account-menu|check|item-|legal-|not-found|send-|sign-out|text-page|video-)/,
    ),
  },
  // What the sign-in screens and /check share with the areas, and what the schemas would else take along.
  {
    name: "base",
    priority: 5.4,
    test: anyOf(
      /lucide-react\/dist\/esm\/(?!icons)/,
      /lucide-react\/.*\/(check|eye|eye-off|key-round|x)\./,
      /ui\/(query-in-url|take-focus|use-part)\./,
      /app\/api\/webauthn\./,
      /contract\/(generation-options|list-order|money|previews|roles|uploads)\./,
    ),
  },
  // What checks a form before it is sent; screens without one do without it.
  {
    name: "schemas",
    priority: 5.2,
    test: anyOf(
      /node_modules\/zod\//,
      /contract\/(ai-key-form|billing|design-fields|fields|footer-form|item-form|listed-design|media-form|model-prices|package-form|paypal-settings|shop-settings-form|support-forms|time-zone)\./,
    ),
  },
  // What the customer area, the checkout and the back office stand in.
  {
    name: "shell",
    priority: 4,
    test: anyOf(
      /app\/features\/shell\/(?!admin|pack-)/,
      /app\/api\/(query|same-request|upload)/,
      /node_modules\/@tanstack\//,
      /contract\/(items|packages)\./,
      /app\/ui\/(confirm|sidebar-shell|states|toasts|use-draft|youtube-address)\./,
    ),
  },
  // With rules of their own, for the few screens that check something by them.
  { name: "document", priority: 4, test: anyOf(/contract\/design-document\./) },
  { name: "references", priority: 4, test: anyOf(/contract\/references\./) },
  // Tables, forms and fields: of most screens there.
  {
    name: "common",
    priority: 3,
    minShareCount: 6,
    test: anyOf(
      /node_modules\/(@mantine\/hooks|lucide-react|use-sync-external-store)\//,
      /app\/ui\/(?!check\/|drawn\/|editing)/,
    ),
  },
  // The little that Check has in common with what opens it.
  {
    name: "check",
    priority: 3,
    test: anyOf(/app\/ui\/(check\/check-state|drawn\/pixels)\./, /drawing\/(canvas|colours|check\/limits)\./),
  },
  // What is too small for files of its own.
  {
    name: "parts",
    priority: 2,
    minShareCount: 2,
    test: anyOf(
      /contract\/(brand|orders|payments|shop-settings|support-guest|support|user-page|users)\./,
      /lucide-react/,
    ),
  },
  // What lists of a member's own things share.
  {
    name: "cards",
    priority: 2,
    minShareCount: 2,
    test: anyOf(/app\/ui\/(deleted-bar|picture-choice)\./),
  },
  // What draws a document, and reads what is behind its letters.
  {
    name: "drawn",
    priority: 2,
    minShareCount: 2,
    test: anyOf(/app\/ui\/drawn\/(fonts|ground-pixels|pictures)\./, /drawing\/check\/contrast\./),
  },
  { name: "menus", priority: 2, minShareCount: 2, test: anyOf(/app\/ui\/(row-menu|elements\/menu)\./) },
  {
    name: "runs",
    priority: 2,
    minShareCount: 2,
    test: anyOf(
      /contract\/(designs|gallery|generations|youtube-video)\./,
      /app\/ui\/card-menu\./,
      /app\/features\/generations\/(arrow-keys|edit-button|follow-generation|thumbnail-image|title-card)\./,
      /app\/features\/(packs\/pack-dock|shell\/pack-)/,
    ),
  },
  {
    name: "back-office",
    priority: 1,
    minShareCount: 4,
    test: anyOf(
      /app\/ui\/editing\/(?!sortable)/,
      /app\/features\/(admin-|media\/)/,
      /contract\/(features|mail|media|support-staff)\./,
    ),
  },
];

function inPackages(...names: string[]) {
  return anyOf(new RegExp(`node_modules/(${names.join("|")})/`));
}

/** Whether a module's id, with slashes on every system, matches one of the patterns. */
function anyOf(...patterns: RegExp[]) {
  return (id: string) => patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));
}
