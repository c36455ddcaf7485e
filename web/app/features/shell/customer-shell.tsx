import {
  Brush,
  CircleUserRound,
  Clock3,
  Coins,
  Gauge,
  Headset,
  History,
  ImagePlus,
  Images,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  PackageOpen,
  ReceiptText,
  ShoppingBag,
  Sparkles,
  UserRoundPen,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { listItemOrders, listOrders } from "#contract/orders.ts";
import type { Role } from "#contract/roles.ts";
import { getSupportMessages } from "#contract/support.ts";
import { useCall } from "#web/api/query.tsx";
import { SessionEnded } from "#web/features/shell/area.tsx";
import styles from "#web/features/shell/balance-badge.module.css";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { PageNotice } from "#web/features/shell/page-notice.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { type FooterAnswer, ShopLogo } from "#web/features/shell/shop-logo.tsx";
import { signOut } from "#web/features/shell/sign-out.ts";
import { useUnreadTickets } from "#web/features/shell/support-live.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { type SidebarItem, SidebarShell } from "#web/ui/sidebar-shell.tsx";

/** The frame of every screen under /user. */
export function CustomerShell(props: {
  footer: FooterAnswer | undefined;
  collapsed: boolean;
  children: ReactNode;
}) {
  const { user, shop } = useViewer();
  const { colorScheme } = useRootData();
  const items = useOpenTickets(usePendingOrders(useUnreadTickets(customerMenu(user?.userRole ?? "member"))));
  return (
    <SidebarShell
      logo={<ShopLogo loaded={props.footer} shopName={shop.name} ground="dark" />}
      titleHref="/"
      items={items}
      onLogout={signOut}
      colorScheme={colorScheme}
      defaultCollapsed={props.collapsed}
      banner={shop.demo ? <DemoRibbon /> : undefined}
      aside={<BalanceBadge />}
    >
      <SessionEnded />
      <PageNotice />
      {props.children}
    </SidebarShell>
  );
}

/**
 * The documented entries first, in their order; then the screens that the documents give no entry. The headings show
 * in the order in which their first entry stands here.
 */
const entries: SidebarItem[] = [
  { to: "/user/dashboard", label: "Dashboard", icon: LayoutDashboard },
  { to: "/user/generate-image", label: "YouTube Thumbnail Generator", icon: ImagePlus, group: "Create" },
  { to: "/user/select-package", label: "Upgrade Package", icon: Sparkles, group: "Billing" },
  { to: "/user/support", label: "Support", icon: LifeBuoy, group: "Help" },
  {
    to: "/user/pending-payment/",
    twins: ["/user/package-pending-payment"],
    label: "Pending Payment",
    icon: Clock3,
    group: "Billing",
  },
  { to: "/user/subscription-history", label: "Subscription History", icon: History, group: "Billing" },
  { to: "/user/item-pending-payment", label: "Pending Item Payment", icon: ShoppingBag, group: "Billing" },
  {
    to: "/user/orders",
    twins: ["/user/orders-history"],
    label: "Orders",
    icon: ReceiptText,
    group: "Billing",
  },
  { to: "/user/gallery", label: "Gallery", icon: Images, group: "Create" },
  { to: "/user/designs", label: "Designs", icon: Brush, group: "Create" },
  { to: "/user/pictures", label: "Pictures", icon: UserRoundPen, group: "Create" },
  { to: "/user/credits", label: "Credit Statement", icon: Coins, group: "Billing" },
  { to: "/user/items", label: "Items", icon: PackageOpen, group: "Create" },
  { to: "/user/developers", label: "Developers", icon: KeyRound },
  { to: "/profile", twins: ["/update-profile"], label: "Profile", icon: CircleUserRound },
];

const adminEntry: SidebarItem = {
  to: "/admin/dashboard",
  label: "Admin Dashboard",
  icon: Gauge,
  newTab: true,
};
const consoleEntry: SidebarItem = {
  to: "/admin/support-messages",
  label: "Support Console",
  icon: Headset,
  newTab: true,
};

/** The staff's way to work comes first. */
export function customerMenu(role: Role): SidebarItem[] {
  if (role === "Admin") return [adminEntry, ...entries];
  if (role === "moderator") return [consoleEntry, ...entries];
  return entries;
}

/** The menu with the number of orders that wait for their payment. */
function usePendingOrders(items: SidebarItem[]): SidebarItem[] {
  const { user } = useViewer();
  const query = { userEmail: user?.userEmail ?? "", paymentStatus: "pending", page: 1, pageSize: 1 } as const;
  const asked = { enabled: user !== null };
  const pending: Record<string, number | null> = {
    "/user/pending-payment/": useCall(listOrders, { query }, asked).total,
    "/user/item-pending-payment": useCall(listItemOrders, { query }, asked).total,
  };
  return items.map((item) =>
    item.to in pending ? { ...item, waiting: pending[item.to] ?? 0, waitingFor: "to pay" } : item,
  );
}

/** The menu with the number of open tickets at an admin's way to the back office; support's events have it read again. */
function useOpenTickets(items: SidebarItem[]): SidebarItem[] {
  const { user } = useViewer();
  const query = { waiting: "true", page: 1, pageSize: 1 } as const;
  const open = useCall(getSupportMessages, { query }, { enabled: user?.userRole === "Admin" }).total;
  return items.map((item) =>
    item.to === adminEntry.to ? { ...item, waiting: open ?? 0, waitingFor: "open tickets" } : item,
  );
}

/** The balance at the foot of the sidebar, leading to the statement; with a way to more when it runs low; sellers may not buy. */
function BalanceBadge() {
  const { user, shop } = useViewer();
  if (!user) return null;
  const low = user.currentBalance < shop.buyMoreBelow && mayBuy(user);
  return (
    <div className={styles.plate}>
      <Link to="/user/credits" className={styles.balance}>
        <Coins size={18} aria-hidden />
        <span>
          <strong>{user.currentBalance.toLocaleString("en-US")}</strong>{" "}
          <span>{user.currentBalance === 1 ? "credit" : "credits"}</span>
        </span>
      </Link>
      {low && (
        <Link to="/user/select-package" className={styles.more}>
          Get more
        </Link>
      )}
    </div>
  );
}
