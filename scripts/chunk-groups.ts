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
      /app\/(root\.tsx|api\/(client|loaders|no-compiled-checks|request-keys)\.)/,
      /app\/ui\/(button|color-scheme|color-scheme-button|draft-storage|image-with-fallback|late-component|lines-of-text|logo|logo-picture|public-form)\./,
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
      /lucide-react\/.*\/(check|eye|eye-off|key-round|x)\./,
      /ui\/(query-in-url|svg-icon|take-focus|unload-guard|use-part|username-input)\./,
      /app\/api\/webauthn\./,
      /contract\/(generation-options|key-lifetimes|list-order|money|plain-text|previews)\./,
      /contract\/(reference-kinds|roles|scopes|uploads|webhook-events)\./,
    ),
  },
  { name: "countries", priority: 5.3, test: anyOf(/contract\/countries\./) },
  // Refunds and settings read an amount while it is typed, which schemas that the editor has at once do without.
  { name: "amounts", priority: 5.3, test: anyOf(/contract\/entered-amount\./) },
  // What checks a form before it is sent. It comes once the screen stands.
  {
    name: "schemas",
    priority: 5.2,
    test: anyOf(
      /node_modules\/zod\//,
      /contract\/(billing|design-fields|fields|listed-design|model-prices|support-forms|time-zone)\./,
      /contract\/(?!coupon|item|package)[a-z-]+-form\./,
    ),
  },
  { name: "goods", priority: 5.1, test: anyOf(/contract\/(coupon|item|package)-form\./) },
  // Menus and rows of choices. They stand before the back office's own parts, or those take what both need.
  {
    name: "menus",
    priority: 3.95,
    test: anyOf(
      /app\/ui\/(feed-videos|row-menu)\./,
      /app\/ui\/elements\/(menu|menu-dropdown|menu-state|segmented-control|step-by-key)\./,
    ),
  },
  // What an action on a record comes to, which the developers' screen has without a form, and the profile without actions.
  { name: "notices", priority: 3.95, test: anyOf(/app\/ui\/editing\/notices\./) },
  { name: "actions", priority: 3.94, test: anyOf(/app\/(api\/store-entry|ui\/editing\/actions)\./) },
  // What every screen of the back office has and few of the others, among them the editor.
  {
    name: "desk",
    priority: 3.9,
    test: anyOf(
      /lucide-react\/.*\/(ban|folder-open|grip-vertical|image|keyboard|layout-grid|mail|message-square-quote)\./,
      /lucide-react\/.*\/(panel-bottom|panel-top|phone|settings|sliders-horizontal|tags|user-check|users|wallet)\./,
      /app\/ui\/(fact-list|micros|user-link)\./,
      /app\/ui\/elements\/tabs\./,
      /contract\/user-page\./,
    ),
  },
  // What the customer area, the checkout and the back office stand in: their frame, tables, forms and fields.
  {
    name: "shell",
    priority: 4,
    test: anyOf(
      /app\/features\/shell\/(?!admin|checkout|customer|pack-|prefetch-on|proof-dialog)/,
      /app\/api\/(fetch-file|follow-events|query|same-request)/,
      /node_modules\/@tanstack\//,
      /lucide-react\/.*\/ellipsis-vertical\./,
      /contract\/(items|orders|packages|payments|shop-settings|support|support-guest|users)\./,
      /app\/ui\/(confirm|details|form-shell|formatted-date|isolated|leave-guard|page-header|place|sidebar-shell)\./,
      /app\/ui\/(states|status-badge|table-(controls|model|pagination|url)|toasts|use-draft)\./,
      /app\/ui\/elements\/(choice|field|inputs)\./,
    ),
  },
  // Lists that are paged and sorted, which the pictures' screens and the forms do without.
  { name: "tables", priority: 3.97, test: anyOf(/app\/ui\/(data-table|table-rows)\./) },
  // What an area has once the browser is at rest.
  {
    name: "at-rest",
    priority: 3.8,
    test: anyOf(/app\/(api\/follow-while-visible|features\/shell\/prefetch-on-intent)\./),
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
      /app\/ui\/(?!change-fields|check\/|date-range|drawn\/|editing|elements\/(number|password)-input|order-package|paypal-script)/,
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
    priority: 2.1,
    minShareCount: 2,
    test: anyOf(
      /contract\/(brand|designs|gallery|generations|youtube-video)\./,
      /lucide-react\/.*\/(clipboard-copy|heart|maximize-2|package-plus|pencil|redo-2|repeat-2|scan-eye)\./,
      /lucide-react\/.*\/(shuffle|spell-check|star|undo-2|wand-sparkles)\./,
      /app\/(api\/upload|ui\/(card-menu|deleted-bar|picture-choice|preview-url|youtube-address))\./,
      /app\/features\/generations\/(arrow-keys|edit-button|follow-generation|thumbnail-image|title-card)\./,
      /app\/features\/(packs\/pack-dock|shell\/pack-)/,
    ),
  },
  // What the checkout and lists elsewhere need as well.
  { name: "date-range", priority: 2.2, test: anyOf(/app\/ui\/date-range/) },
  {
    name: "order-cells",
    priority: 2.2,
    test: anyOf(/app\/features\/orders\/(cancel-order|order-cells)\./, /app\/ui\/order-package/),
  },
  // A ticket's files and text, which are shown to who has no account, too; and the rest of it.
  {
    name: "uploads",
    priority: 2.1,
    minShareCount: 2,
    test: anyOf(/app\/features\/support\/(draft|message-body|uploads)\./),
  },
  {
    name: "tickets",
    priority: 2.05,
    minShareCount: 2,
    test: anyOf(
      /app\/features\/support\/(composer|conversation|conversation-panel|open-ticket)\./,
      /app\/features\/support\/(ticket-filters|ticket-list-panel|ticket-query|upload-list)\./,
    ),
  },
  {
    name: "paypal",
    priority: 2.1,
    minShareCount: 2,
    test: anyOf(/node_modules\/@paypal\//, /app\/ui\/paypal-script\./, /contract\/paypal-settings\./),
  },
  {
    name: "own-orders",
    priority: 2.1,
    minShareCount: 2,
    test: anyOf(/app\/features\/orders\/(latest-purchase|order-page|own-orders)\./),
  },
  // A form over one record, as the profile and the developers' screen have it too.
  {
    name: "record-form",
    priority: 2.1,
    minShareCount: 2,
    test: anyOf(
      /lucide-react\/.*\/git-compare-arrows\./,
      /app\/ui\/(check-values|elements\/password-input|editing\/(conflict-notice|differences|form-values|use-record-form))\./,
    ),
  },
  // What orders entries by hand, and previews a price: the screens of packages and items.
  {
    name: "sortable-list",
    priority: 1.1,
    test: anyOf(/node_modules\/@dnd-kit\//, /app\/ui\/editing\/(sortable-list|use-last-read)\./),
  },
  {
    name: "back-office",
    priority: 1,
    minShareCount: 4,
    test: anyOf(
      /app\/ui\/editing\/(?!comparison|conflict-choices|sortable)/,
      /app\/features\/(admin-|media\/)/,
      /contract\/(features|mail|media|support-staff)\./,
    ),
  },
];

/** Whether a module's id, with slashes on every system, matches one of the patterns. */
function anyOf(...patterns: RegExp[]) {
  return (id: string) => patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));
}
