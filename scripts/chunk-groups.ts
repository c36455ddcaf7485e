/**
 * Which modules share a script file. Left alone, the bundler makes a file for each set of screens that share something:
 * a screen then asks for 60 to 100 of them. `npm run bench -- weight` tells what each screen asks for, and
 * weight.test.ts holds the limits.
 *
 * A module goes to the group of highest priority that matches, and takes along what it imports and no higher group has.
 * So whatever public pages import has a higher group than all that they must not load.
 */
export const chunkGroups = [
  { name: "framework", priority: 9, test: anyOf(/node_modules\/(react|react-dom|react-router|scheduler)\//) },
  // What every page has, and the home page's packages and videos, which the customer area shows as well: a file of its
  // own would cost more than it weighs.
  {
    name: "frame",
    priority: 8,
    test: anyOf(
      /app\/(root\.tsx|api\/(client|loaders|no-compiled-checks)\.)/,
      /app\/ui\/(button|color-scheme|color-scheme-button|image-with-fallback|logo|logo-picture)\./,
      /app\/ui\/(package-|price\.|video-card)/,
      /app\/features\/shell\/(demo-ribbon|page-fault|root-data|site-meta)\./,
      /contract\/(call|display-money|icons|package-offer|page-context|urls|youtube-links)\./,
      /preload-helper/,
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
  // What the sign-in screens and /check share with the areas, and what forms' schemas would else take along.
  {
    name: "base",
    priority: 5.4,
    test: anyOf(
      /lucide-react\/dist\/esm\/(?!icons)/,
      /lucide-react\/.*\/(check|eye|eye-off|key-round|x)\./,
      /ui\/(query-in-url|take-focus|use-part)\./,
      /app\/api\/webauthn\./,
      /contract\/(generation-options|key-lifetimes|list-order|money|plain-text|previews)\./,
      /contract\/(reference-kinds|roles|scopes|uploads|webhook-events)\./,
    ),
  },
  { name: "countries", priority: 5.3, test: anyOf(/contract\/countries\./) },
  // What checks a form before it is sent. It comes once the screen stands.
  {
    name: "schemas",
    priority: 5.2,
    test: anyOf(
      /node_modules\/zod\//,
      /contract\/(billing|design-fields|fields|listed-design|model-prices|support-forms|time-zone|[a-z-]+-form)\./,
    ),
  },
  // What the customer area, the checkout and the back office stand in: their frame, tables, forms and fields.
  {
    name: "shell",
    priority: 4,
    test: anyOf(
      /app\/features\/shell\/(?!admin|checkout|customer|pack-|proof-dialog)/,
      /app\/api\/(fetch-file|query|same-request|upload)/,
      /node_modules\/@tanstack\//,
      /contract\/(brand|items|orders|packages|payments|shop-settings|support|support-guest|user-page|users)\./,
      /app\/ui\/(confirm|data-table|details|form-shell|formatted-date|page-header|row-menu|sidebar-shell)\./,
      /app\/ui\/(states|status-badge|table-[a-z]+|toasts|use-draft|youtube-address)\./,
      /app\/ui\/elements\/(choice|field|inputs|menu|menu-dropdown|segmented-control|tabs)\./,
    ),
  },
  // With rules of their own, for the few screens that check something by them.
  { name: "document", priority: 4, test: anyOf(/contract\/design-document\./) },
  { name: "references", priority: 4, test: anyOf(/contract\/references\./) },
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
      /node_modules\/(@mantine\/hooks|lucide-react)\//,
      /app\/ui\/(?!change-fields|check\/|date-range|drawn\/|editing|elements\/number-input|order-package|paypal-script)/,
    ),
  },
  // What draws a document, and reads what is behind its letters.
  {
    name: "drawn",
    priority: 2,
    minShareCount: 2,
    test: anyOf(/app\/ui\/drawn\/(fonts|ground-pixels|pictures)\./, /drawing\/check\/contrast\./),
  },
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
  // A form over one record, as the profile and the developers' screen have it too.
  {
    name: "record-form",
    priority: 1.5,
    minShareCount: 2,
    test: anyOf(
      /node_modules\/(@mantine\/form|fast-deep-equal|klona)\//,
      /app\/ui\/(check-values|editing\/(actions|comparison|conflict-notice|differences|notices|use-record-form))\./,
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

/** Whether a module's id, with slashes on every system, matches one of the patterns. */
function anyOf(...patterns: RegExp[]) {
  return (id: string) => patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));
}
