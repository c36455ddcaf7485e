import type { Plugin } from "vite";

interface Group {
  name: string;
  test: (id: string) => boolean;
  /** How many screens or late parts must have a module. */
  minShareCount?: number;
  /** False where it takes nothing along. Each group that it then imports from must not import it. */
  includeDependenciesRecursively?: boolean;
}

/**
 * Which modules share a script file. Left alone, the bundler makes a file for each set of screens that share something:
 * a screen then asks for 60 to 100 of them. `npm run bench -- weight` tells what each screen asks for, and
 * weight.test.ts holds the limits.
 *
 * A module goes to the first group that matches, and takes along what it imports and no earlier group has. So whatever
 * public pages import stands before all that they must not load. A group with a screen's own module becomes that
 * screen's file. The style sheets of a file of scripts are one file beside it, so that a screen asks for three: the
 * frame's, its area's and its own. What two kinds of screens share is therefore the shell's, though few have its scripts.
 */
const groups: Group[] = [
  { name: "framework", test: anyOf(/node_modules\/(react|react-dom|react-router|scheduler)\//) },
  // What every page has, and the home page's packages and videos, which the customer area shows as well: a file of its
  // own would cost more than it weighs.
  {
    name: "frame",
    test: anyOf(
      /app\/(root\.tsx|api\/(client|loaders|no-compiled-checks|request-keys|webauthn)\.)/,
      /app\/ui\/(button|color-scheme|color-scheme-button|image-with-fallback|key-of|late-component|lines-of-text|logo|logo-picture|public-form|storage)\./,
      /app\/ui\/(package-|phone-link|price\.|svg-icon|take-focus|username-input|video-card)/,
      /app\/features\/shell\/(demo-ribbon|item-path|page-fault|root-data|site-meta)\./,
      /contract\/(call|display-money|icons|money|package-offer|page-context|urls|youtube-links)\./,
      /lucide-react\/.*\/(check|eye|eye-off|key-round|x)\./,
      /preload-helper/,
    ),
  },
  // Whole it compresses better than in pieces; what one public page alone needs stays out.
  {
    name: "site",
    test: anyOf(
      /app\/features\/site\/(?!about-page|account-menu|check|item-.*\.tsx|legal-|send-|sign-out|text-page\.tsx|video-)/,
      /app\/routes\/public\/layout\.module\./,
    ),
  },
  // What the sign-in screens share.
  {
    name: "accounts",
    includeDependenciesRecursively: false,
    test: anyOf(
      /app\/features\/accounts\/(account-form|account-page|account\.module|federated-sign-in|field|identity)\./,
      /app\/features\/accounts\/(new-password-fields|offer|terms-version)\./,
    ),
  },
  // What schemas would else take along or be taken along with: the screens need the one without the other.
  { name: "countries", includeDependenciesRecursively: false, test: anyOf(/contract\/countries\./) },
  { name: "amounts", includeDependenciesRecursively: false, test: anyOf(/contract\/entered-amount\./) },
  { name: "billing", includeDependenciesRecursively: false, test: anyOf(/contract\/billing\./) },
  // What checks a form before it is sent. It comes once the screen stands.
  {
    name: "schemas",
    includeDependenciesRecursively: false,
    test: anyOf(
      /node_modules\/zod\//,
      /contract\/(design-(document|fields|parts)|fields|listed-design|model-prices|support-forms|time-zone)\./,
      /contract\/(?!coupon|item|package)[a-z-]+-form\./,
    ),
  },
  {
    name: "goods",
    includeDependenciesRecursively: false,
    test: anyOf(/contract\/(coupon|item|package)-form\./),
  },
  // What the customer area, the checkout and the back office stand in: their frame, tables, forms and fields. An icon that
  // two screens have belongs here, or becomes a file of its own.
  {
    name: "shell",
    test: anyOf(
      /app\/features\/shell\/(?!admin|at-rest|checkout-shell\.tsx|customer|pack-|prefetch-on|proof-dialog|prove\.|set-on)/,
      /app\/api\/(fetch-file|follow-events|query|same-request|store-entry)/,
      /node_modules\/@(tanstack\/|mantine\/.*\/use-(debounced-value|disclosure|media-query)\/)/,
      /lucide-react\/.*\/(arrow-down|arrow-down-up|arrow-left|arrow-right|arrow-up|arrow-up-right|brush)\./,
      /lucide-react\/.*\/(chevron-down|chevron-up|chevrons-up-down|circle-check|circle-exclamation-point)\./,
      /lucide-react\/.*\/(circle-user-round|clipboard-copy|clock-3|coins|copy|download|ellipsis-vertical)\./,
      /lucide-react\/.*\/(file-down|file-text|headset|heart|image-plus|images|info|layout-dashboard)\./,
      /lucide-react\/.*\/(life-buoy|list-filter|lock-keyhole|log-out|maximize-2|menu|monitor|moon)\./,
      /lucide-react\/.*\/(package-open|package-plus|panel-left-close|panel-left-open|paperclip|pencil)\./,
      /lucide-react\/.*\/(plus|receipt-text|redo-2|refresh-cw|repeat-2|rotate-ccw|rotate-ccw-clock)\./,
      /lucide-react\/.*\/(scan-eye|search|send|shopping-bag|shuffle|sparkles|spell-check|star|sticky-note)\./,
      /lucide-react\/.*\/(sun|trash|undo-2|upload|wand-sparkles)\./,
      /contract\/(ai-keys|coupons|generation-options|key-lifetimes|list-order|plain-text|previews)\./,
      /contract\/(reference-kinds|roles|scopes|uploads|webhook-events)\./,
      /contract\/(items|orders|packages|payments|shop-settings|support|support-guest|users)\./,
      /app\/ui\/(?!change-fields|check\/|data-table|date-range|drawn\/|editing|elements\/|fact-list|feed-videos|in-turn|late-region|micros|order-package|paypal-script|present-thumbnail\.tsx|row-menu|table-rows|toaster|toasts\.module|use-copy|use-kept-rows|user-link)/,
      /app\/ui\/elements\/(choice|field|file-button|inputs)\./,
      // Styles that screens of more than one kind have.
      /app\/ui\/((?!toasts)[a-z-]+|drawn\/looks|editing\/(editing|sortable-list)|elements\/(menu|segmented-control))\.module\./,
      /app\/features\/generations\/(generation-check|spelling|title-card|gallery\/(card|rename))\.module\./,
      /app\/features\/(orders\/(bought-items|order-cells)|support\/(?!canned-|shortcuts)[a-z-]+)\.module\./,
    ),
  },
  // What the back office has on every screen, and few others of the areas: menus, and a form over one record.
  {
    name: "records",
    test: anyOf(
      /lucide-react\/.*\/(git-compare-arrows|grip-vertical|image|keyboard|sliders-horizontal)\./,
      /app\/ui\/(feed-videos|row-menu|use-copy)\./,
      /app\/ui\/elements\/(menu|menu-dropdown|menu-state|password-input|segmented-control|step-by-key)\./,
      /app\/ui\/editing\/(actions|conflict-notice|differences|form-values|notices|use-record-form)\./,
    ),
  },
  // Lists that are paged and sorted, which the pictures' screens and the forms do without.
  {
    name: "tables",
    test: anyOf(/app\/ui\/(data-table|date-range|table-rows)\./, /app\/features\/support\/ticket-dates\./),
  },
  // What an area has once the browser is at rest.
  {
    name: "at-rest",
    test: anyOf(/app\/(api\/follow-while-visible|features\/shell\/(at-rest|prefetch-on-intent))\./),
  },
  // What the generator and the editor have for a picture that is made or changed.
  {
    name: "making",
    includeDependenciesRecursively: false,
    test: anyOf(
      /app\/ui\/(change-fields|check\/check-state|drawn\/pixels)\./,
      /drawing\/(canvas|colours|check\/limits)\./,
      /app\/features\/generations\/(arrow-keys|edit-button|generation-check|lineage-words|spelling)\./,
    ),
  },
  // A run and its thumbnails, wherever one is shown or followed.
  {
    name: "runs",
    minShareCount: 2,
    test: anyOf(
      /contract\/(brand|designs|gallery|generations|references|youtube-video)\./,
      /app\/ui\/late-region\./,
      /app\/features\/generations\/(follow-generation|thumbnail-image|title-card|use-balance-after-runs)\./,
      /app\/features\/packs\/pack-dock\./,
    ),
  },
  // The looks of what the server renders and whose scripts come late stay with the screen.
  {
    name: "design",
    test: anyOf(
      /app\/routes\/customer\/design\.tsx\?route-chunk=clientLoader/,
      /app\/features\/designs\/(design-screen|editor\/(canvas|design-editor)\.module)\./,
    ),
  },
  // What draws a document, and reads what is behind its letters.
  {
    name: "drawn",
    minShareCount: 2,
    test: anyOf(
      /app\/ui\/drawn\/(font-list|fonts|ground-pixels|pictures|preset-list)\./,
      /drawing\/check\/contrast\./,
    ),
  },
  // What is said of a run, in the generator and beside the cards.
  {
    name: "said",
    includeDependenciesRecursively: false,
    test: anyOf(/app\/features\/generations\/(messages|next-steps|templates)\./),
  },
  // Made thumbnails' cards: the gallery, the list of designs, and what the generator loads late.
  {
    name: "cards",
    includeDependenciesRecursively: false,
    test: anyOf(
      /app\/features\/generations\/gallery\/(card|generation-card|rename|use-deletion)\.tsx?$/,
      /app\/features\/generations\/gallery\/(gallery[-.]|design-card|lineage-line|lineage\.module|use-|window)/,
      /app\/features\/generations\/(download-button|keep-button)\./,
      /app\/(features\/(packs\/pack-tray-bar|shell\/pack-)|ui\/in-turn)/,
    ),
  },
  // What the two screens of the checkout share, and what they and the shelf say of an item that one has.
  {
    name: "checkout",
    test: anyOf(/app\/features\/(orders\/(bought-items|purchase-notes)|payments\/messages)\./),
  },
  // What the checkout needs of the lists of orders.
  {
    name: "order-cells",
    test: anyOf(/app\/features\/orders\/(cancel-order|order-cells)\./, /app\/ui\/order-package/),
  },
  // A ticket's files and text, which are shown to who has no account, too; and the rest of it.
  {
    name: "uploads",
    minShareCount: 2,
    test: anyOf(/app\/features\/support\/(draft|message-body|upload-list|uploads)\./),
  },
  {
    name: "tickets",
    minShareCount: 2,
    test: anyOf(
      /app\/features\/support\/(composer|conversation|conversation-panel|open-ticket)\./,
      /app\/features\/support\/(ticket-list-panel|ticket-query)\./,
    ),
  },
  {
    name: "paypal",
    minShareCount: 2,
    test: anyOf(/node_modules\/@paypal\//, /app\/ui\/paypal-script\./, /contract\/paypal-settings\./),
  },
  {
    name: "own-orders",
    test: anyOf(
      /app\/features\/orders\/(latest-purchase|order-page|own-orders)\./,
      /app\/routes\/customer\/orders\.module\./,
    ),
  },
  // What orders entries by hand, and previews a price: the screens of packages and items.
  {
    name: "sortable-list",
    test: anyOf(/node_modules\/@dnd-kit\//, /app\/ui\/editing\/(sortable-list|use-last-read)\.tsx?$/),
  },
  // The back office's frame, and what most of its screens and late parts have.
  {
    name: "back-office",
    test: anyOf(
      /app\/routes\/admin\/(layout|settings\/panels)\./,
      /app\/features\/(admin-orders\/order-kinds|media\/media-provider)\./,
      /app\/(features\/admin-(?!content).*\/(?!model-prices|paypal|plot)[a-z-]+|routes\/admin\/.*)\.module\./,
      /app\/features\/support\/(canned-replies|shortcuts)\.module\./,
      /app\/ui\/(fact-list|micros|user-link)\./,
      /app\/ui\/elements\/tabs\./,
      /app\/ui\/editing\/(editor-form|image-field|late-rich-text|panel|preview|section-editor|use-|versions-d)/,
      /contract\/(audit|generation-cost|mail|media|support-staff|user-page)\./,
      /lucide-react\/.*\/(ban|folder-open|layout-grid|mail|message-square-quote)\./,
      /lucide-react\/.*\/(panel-bottom|panel-top|phone|settings|tags|user-check|users|wallet)\./,
    ),
  },
  // Screens that are a panel of the settings as well.
  {
    name: "items",
    test: anyOf(
      /app\/routes\/admin\/items\./,
      /app\/features\/admin-items\/items-panel\./,
      /app\/ui\/editing\/sortable-table\./,
    ),
  },
  {
    name: "packages",
    test: anyOf(/app\/routes\/admin\/packages\./, /app\/features\/admin-packages\/packages-panel\./),
  },
  // A list of members, and what is done to one.
  { name: "people", test: anyOf(/app\/features\/admin-users\/(send-message-modal|user-directory)\./) },
  // The gallery loads these parts of the generator when a run is taken up again, which leads there.
  {
    name: "generator",
    test: anyOf(
      /app\/routes\/customer\/generate-image\./,
      /app\/features\/generations\/form-(draft|state)\./,
      /app\/features\/generations\/(progress|results|gallery\/generation-list)\.module\./,
    ),
  },
  // What the profile's errors have in common with those of signing in.
  {
    name: "messages",
    includeDependenciesRecursively: false,
    test: anyOf(/app\/features\/accounts\/messages\./),
  },
  {
    name: "profile",
    test: anyOf(
      /app\/routes\/account\/profile\./,
      /app\/features\/accounts\/(change-password|own-user|personal-information|profile-photo|profile-screen)\./,
    ),
  },
];

export const chunkGroups = groups.map((group, at) => ({ ...group, priority: groups.length - at }));

/** Lets a screen's file hold what others import of it: else it would be two, one of them of names alone. */
export function sharedEntries(): Plugin {
  return {
    name: "shared-entries",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
  };
}

/** Whether a module's id, with slashes on every system, matches one of the patterns. */
function anyOf(...patterns: RegExp[]) {
  return (id: string) => patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));
}
