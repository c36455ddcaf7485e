import {
  Headset,
  History,
  LayoutDashboard,
  PackageOpen,
  ReceiptText,
  Settings,
  ShieldX,
  ShoppingBag,
  Tags,
  TicketPercent,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Role } from "#contract/roles.ts";
import { SessionEnded } from "#web/features/shell/area.tsx";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import refusal from "#web/features/shell/not-authorized.module.css";
import { ProofGate } from "#web/features/shell/proof.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { type FooterAnswer, ShopLogo } from "#web/features/shell/shop-logo.tsx";
import { signOut } from "#web/features/shell/sign-out.ts";
import { useUnreadTickets } from "#web/features/shell/support-live.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { type SidebarItem, SidebarShell } from "#web/ui/sidebar-shell.tsx";

const consoleEntry: SidebarItem = { to: "/admin/support-messages", label: "Support Messages", icon: Headset };

/** The documented entries in their order, and after each group's own the screens that the documents give no entry. */
const entries: SidebarItem[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: LayoutDashboard },
  { to: "/admin/orders", label: "Total Orders", icon: ReceiptText, group: "Sell" },
  { to: "/admin/items-orders", label: "Item Orders", icon: ShoppingBag, group: "Sell" },
  { to: "/admin/packages", label: "Packages", icon: Tags, group: "Sell" },
  { to: "/admin/coupons", label: "Coupons", icon: TicketPercent, group: "Sell" },
  { to: "/admin/items", label: "Items", icon: PackageOpen, group: "Sell" },
  { to: "/admin/users", label: "Total Users", icon: Users, group: "People" },
  { ...consoleEntry, group: "People" },
  { to: "/admin/settings", label: "Settings", icon: Settings, group: "Shop" },
  { to: "/admin/audit-log", label: "Audit Log", icon: History, group: "Shop" },
];

/** A moderator has the support console alone. */
export function adminMenu(role: Role): SidebarItem[] {
  return role === "Admin" ? entries : [consoleEntry];
}

/** Whether a person may see this page of the back office. The server refuses the calls on its own account. */
export function mayEnterAdmin(role: Role, pathname: string): boolean {
  if (role === "Admin") return true;
  return role === "moderator" && /^\/admin(\/support-messages(\/.*)?|\/?)$/i.test(pathname);
}

/** The frame of every screen under /admin. Its menu title leads to the home page. */
export function AdminShell(props: {
  footer: FooterAnswer | undefined;
  collapsed: boolean;
  children: ReactNode;
}) {
  const { footer, collapsed, children } = props;
  const { user, shop } = useViewer();
  const { colorScheme } = useRootData();
  const items = useUnreadTickets(adminMenu(user?.userRole ?? "member"));
  return (
    <SidebarShell
      logo={<ShopLogo loaded={footer} shopName={shop.name} ground="dark" />}
      titleHref="/"
      items={items}
      onLogout={signOut}
      colorScheme={colorScheme}
      defaultCollapsed={collapsed}
      banner={shop.demo ? <DemoRibbon /> : undefined}
    >
      <SessionEnded />
      <ProofGate />
      {children}
    </SidebarShell>
  );
}

/** The back office, to anyone who is not its staff. */
export function NotAuthorized() {
  const { shop } = useRootData();
  return (
    <>
      {shop.demo && <DemoRibbon />}
      <main className={refusal.screen}>
        <ShieldX size={44} strokeWidth={1.6} aria-hidden className={refusal.icon} />
        <h1 className={refusal.title}>Not Authorized</h1>
        <p className={refusal.text}>You can't access this page; this route is only accessible for Admin.</p>
        <Button component={Link} to="/">
          Go to Home
        </Button>
      </main>
    </>
  );
}
