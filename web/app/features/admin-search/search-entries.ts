import {
  CircleDollarSign,
  Coins,
  FilePen,
  FileText,
  Headset,
  KeyRound,
  type LucideIcon,
  Mail,
  ReceiptText,
  ShoppingBag,
  UserRound,
} from "lucide-react";
import type { SearchHit } from "#contract/search.ts";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { readJson, writeText } from "#web/ui/storage.ts";

/** A row of the search: a screen, an action, or something that was found. */
export interface SearchEntry {
  key: string;
  group: string;
  title: string;
  detail: string;
  to: string;
  icon: LucideIcon;
  /** Other words that lead here. */
  words?: string;
}

/** A screen of the back office as a menu lists it. */
export interface Screen {
  to: string;
  label: string;
  icon: LucideIcon;
}

const action = (title: string, detail: string, to: string, icon: LucideIcon, words = ""): SearchEntry => ({
  key: `action ${title}`,
  group: "Actions",
  title,
  detail,
  to,
  icon,
  words,
});

const actions = [
  action(
    "Refund",
    "Choose the paid order",
    "/admin/orders?paymentStatus=Paid",
    CircleDollarSign,
    "money back",
  ),
  action("Change balance", "Choose the person", "/admin/users", Coins, "credits gift adjust"),
  action(
    "Answer open tickets",
    "Support Messages",
    "/admin/support-messages?status=unresolved",
    Headset,
    "reply support",
  ),
  action("Send a message", "Choose the person", "/admin/users", Mail, "mail write email"),
  action("Change prices", "Packages", "/admin/packages", ReceiptText, "price edit package"),
  action("Add an AI key", "Gemini Keys", "/admin/settings?panel=gemini-keys", KeyRound, "api google model"),
  action(
    "Edit the home page's words",
    "Banner Section",
    "/admin/settings?panel=banner",
    FilePen,
    "title hero headline",
  ),
];

/** What else a screen is looked for by. */
const screenWords: Record<string, string> = {
  "/admin/orders": "payments sales revenue",
  "/admin/users": "people members customers directory",
  "/admin/support-messages": "tickets inbox",
  "/admin/coupons": "discount code voucher promotion",
  "/admin/audit-log": "history changes who",
  "/admin/settings?panel=paypal": "payments webhook currency",
  "/admin/settings?panel=generator": "shop name cost credits gift minimum model",
  "/admin/settings?panel=legal-pages": "terms privacy refund policy",
  "/admin/settings?panel=gemini-keys": "ai api",
  "/admin/settings?panel=banner": "home hero",
};

/** Everything that needs no server to be found. */
export function fixedEntries(screens: Screen[]): SearchEntry[] {
  const shown = screens.map(({ to, label, icon }) => ({
    key: `screen ${to}`,
    group: "Screens",
    title: label,
    detail: to.includes("?panel=") ? "Settings" : "",
    to,
    icon,
    words: screenWords[to] ?? "",
  }));
  return [...shown, ...actions];
}

const kinds: Record<SearchHit["kind"], { group: string; icon: LucideIcon; to: (id: string) => string }> = {
  user: { group: "Users", icon: UserRound, to: (id) => `/admin/users/${id}` },
  order: { group: "Orders", icon: ReceiptText, to: (id) => `/admin/orders/${id}` },
  "item-order": { group: "Item orders", icon: ShoppingBag, to: (id) => `/admin/items-orders/${id}` },
  "stray-payment": {
    group: "Payments without an order",
    icon: CircleDollarSign,
    to: () => "/admin/dashboard",
  },
  ticket: { group: "Tickets", icon: Headset, to: (id) => `/admin/support-messages?ticket=${id}` },
};

export function entryOf({ kind, _id, title, detail }: SearchHit): SearchEntry {
  const { group, icon, to } = kinds[kind];
  return { key: `${kind} ${_id}`, group, title, detail, to: to(_id), icon };
}

/** Those in which each typed word begins a word or stands within one; a title that begins so comes first. */
export function matching(entries: SearchEntry[], text: string): SearchEntry[] {
  const asked = text.toLowerCase();
  const words = asked.split(/\s+/);
  const rank = ({ title }: SearchEntry) => Number(!title.toLowerCase().startsWith(asked));
  return entries
    .filter(({ title, detail, words: other = "" }) => {
      const searched = `${title} ${detail} ${other}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/** What the server would find again: the text as it stands, not its words one by one. */
export function holding(hits: SearchEntry[], text: string): SearchEntry[] {
  const asked = text.toLowerCase();
  return hits.filter(({ title, detail }) => `${title} ${detail}`.toLowerCase().includes(asked));
}

/** Ends with the tab and with the sign-out, since the rows name people. */
const recentName = `${draftPrefix}admin-search`;
const recentCount = 5;

type Kept = Omit<SearchEntry, "icon">;

export function readRecent(): SearchEntry[] {
  const kept = readJson<Kept[]>(recentName, "session");
  // Another release may have left something else in the tab.
  if (!Array.isArray(kept)) return [];
  return kept.map((entry) => ({ ...entry, group: "Recent", icon: iconOf(entry.key) }));
}

export function keepRecent({ icon: _icon, ...entry }: SearchEntry): void {
  const others = readRecent().filter(({ key }) => key !== entry.key);
  const kept = [entry, ...others.map(({ icon: _other, ...rest }) => rest)].slice(0, recentCount);
  writeText(recentName, JSON.stringify(kept), "session");
}

function iconOf(key: unknown): LucideIcon {
  const kind = String(key).split(" ")[0] as SearchHit["kind"];
  return kinds[kind]?.icon ?? FileText;
}
