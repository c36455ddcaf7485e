import {
  Headset,
  LayoutDashboard,
  Package,
  PackageOpen,
  ReceiptText,
  ScrollText,
  Settings,
  ShoppingBag,
  Users,
} from "lucide-react";
import type { Role } from "#contract/roles.ts";
import type { SidebarItem } from "#web/ui/sidebar-shell.tsx";

const consoleEntry: SidebarItem = { to: "/admin/support-messages", label: "Support Messages", icon: Headset };

/** The documented entries first, in their order; then the screens that the documents give no entry. */
const entries: SidebarItem[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: LayoutDashboard },
  { to: "/admin/orders", label: "Total Orders", icon: ReceiptText },
  { to: "/admin/users", label: "Total Users", icon: Users },
  consoleEntry,
  { to: "/admin/settings", label: "Settings", icon: Settings },
  { to: "/admin/items-orders", label: "Item Orders", icon: ShoppingBag },
  { to: "/admin/packages", label: "Packages", icon: Package },
  { to: "/admin/items", label: "Items", icon: PackageOpen },
  { to: "/admin/audit-log", label: "Audit Log", icon: ScrollText },
];

/** A moderator has the support console alone. */
export function adminMenu(role: Role): SidebarItem[] {
  return role === "Admin" ? entries : [consoleEntry];
}

/** Whether a person may see this page of the back office. The server refuses the calls on its own account. */
export function mayEnterAdmin(role: Role, pathname: string): boolean {
  if (role === "Admin") return true;
  return role === "moderator" && /^\/admin(\/support-messages(\/.*)?|\/?)$/.test(pathname);
}
