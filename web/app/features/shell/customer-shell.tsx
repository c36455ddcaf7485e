import {
  CircleUserRound,
  Clock3,
  Coins,
  Gauge,
  Headset,
  History,
  ImagePlus,
  Images,
  LayoutDashboard,
  LifeBuoy,
  PackageOpen,
  ReceiptText,
  ShoppingBag,
  Sparkles,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Role } from "#contract/roles.ts";
import { SessionEnded, useLogout } from "#web/features/shell/area.tsx";
import styles from "#web/features/shell/balance-badge.module.css";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import { PageNotice } from "#web/features/shell/page-notice.tsx";
import { type FooterAnswer, ShopLogo } from "#web/features/shell/shop-logo.tsx";
import { useUnreadTickets } from "#web/features/shell/support-live.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { LogoMark } from "#web/ui/logo.tsx";
import { type SidebarItem, SidebarShell } from "#web/ui/sidebar-shell.tsx";

/** The frame of every screen under /user. */
export function CustomerShell(props: {
  footer: FooterAnswer | undefined;
  collapsed: boolean;
  children: ReactNode;
}) {
  const { user, shop } = useViewer();
  const logout = useLogout();
  const items = useUnreadTickets(customerMenu(user?.userRole ?? "member"));
  return (
    <SidebarShell
      logo={<ShopLogo loaded={props.footer} shopName={shop.name} />}
      mark={<LogoMark size={30} />}
      title={`${shop.name} home`}
      titleHref="/"
      items={items}
      onLogout={logout}
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

/** The documented entries first, in their order; then the screens that the documents give no entry. */
const entries: SidebarItem[] = [
  { to: "/user/dashboard", label: "Dashboard", icon: LayoutDashboard },
  { to: "/user/generate-image", label: "YouTube Thumbnail Generator", icon: ImagePlus },
  { to: "/user/select-package", label: "Upgrade Package", icon: Sparkles },
  { to: "/user/support", label: "Support", icon: LifeBuoy },
  {
    to: "/user/pending-payment/",
    twins: ["/user/package-pending-payment"],
    label: "Pending Payment",
    icon: Clock3,
  },
  { to: "/user/subscription-history", label: "Subscription History", icon: History },
  { to: "/user/item-pending-payment", label: "Pending Item Payment", icon: ShoppingBag },
  { to: "/user/orders", twins: ["/user/orders-history"], label: "Orders", icon: ReceiptText },
  { to: "/user/gallery", label: "Gallery", icon: Images },
  { to: "/user/credits", label: "Credit Statement", icon: Coins },
  { to: "/premium", label: "Items", icon: PackageOpen },
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

export function customerMenu(role: Role): SidebarItem[] {
  if (role === "Admin") return [...entries, adminEntry];
  if (role === "moderator") return [...entries, consoleEntry];
  return entries;
}

/** The balance at the foot of the sidebar, leading to the statement; with a way to more when it runs low. */
function BalanceBadge() {
  const { user, shop } = useViewer();
  if (!user) return null;
  const low = user.currentBalance < shop.buyMoreBelow;
  return (
    <div className={styles.plate}>
      <Link to="/user/credits" className={styles.balance}>
        <Coins size={18} aria-hidden />
        <span>
          <strong>{user.currentBalance.toLocaleString("en-US")}</strong>{" "}
          {user.currentBalance === 1 ? "credit" : "credits"}
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
