import {
  CircleUserRound,
  Clock3,
  Coins,
  Gauge,
  Headset,
  History,
  ImagePlus,
  LayoutDashboard,
  LifeBuoy,
  PackageOpen,
  ReceiptText,
  ShoppingBag,
  Sparkles,
} from "lucide-react";
import type { Role } from "#contract/roles.ts";
import type { SidebarItem } from "#web/ui/sidebar-shell.tsx";

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
