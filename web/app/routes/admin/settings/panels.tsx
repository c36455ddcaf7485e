import {
  CircleUserRound,
  FileText,
  Image,
  Info,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  MessageSquareQuote,
  Package,
  PackageOpen,
  PanelBottom,
  PanelTop,
  Phone,
  SlidersHorizontal,
  Wallet,
} from "lucide-react";
import { type ComponentType, lazy } from "react";

type Panel = { key: string; label: string; icon: LucideIcon; Panel: ComponentType };

/** The documented entries first, in their order; then the screens that the documents give no entry. */
export const panels: Panel[] = [
  { key: "account", label: "Account", icon: CircleUserRound, Panel: lazy(() => import("./account.tsx")) },
  { key: "logo", label: "Logo Update", icon: Image, Panel: lazy(() => import("./logo.tsx")) },
  { key: "banner", label: "Banner Section", icon: PanelTop, Panel: lazy(() => import("./banner.tsx")) },
  {
    key: "features",
    label: "Featured Section",
    icon: LayoutGrid,
    Panel: lazy(() => import("./features.tsx")),
  },
  { key: "about", label: "About Section", icon: Info, Panel: lazy(() => import("./about.tsx")) },
  { key: "contact", label: "Contact Page Settings", icon: Phone, Panel: lazy(() => import("./contact.tsx")) },
  {
    key: "gemini-keys",
    label: "Gemini Keys",
    icon: KeyRound,
    Panel: lazy(() => import("./gemini-keys.tsx")),
  },
  { key: "paypal", label: "Paypal Setup", icon: Wallet, Panel: lazy(() => import("./paypal.tsx")) },
  { key: "packages", label: "Packages", icon: Package, Panel: lazy(() => import("./packages.tsx")) },
  { key: "footer", label: "Footer Section", icon: PanelBottom, Panel: lazy(() => import("./footer.tsx")) },
  {
    key: "testimonials",
    label: "Testimonials",
    icon: MessageSquareQuote,
    Panel: lazy(() => import("./testimonials.tsx")),
  },
  {
    key: "legal-pages",
    label: "Legal pages",
    icon: FileText,
    Panel: lazy(() => import("./legal-pages.tsx")),
  },
  {
    key: "generator",
    label: "Generator",
    icon: SlidersHorizontal,
    Panel: lazy(() => import("./generator.tsx")),
  },
  { key: "items", label: "Items", icon: PackageOpen, Panel: lazy(() => import("./items.tsx")) },
];

/** Switched to by address alone: the same banner under its other name. */
export const hiddenPanels: Panel[] = [
  {
    key: "home-banner",
    label: "Home Banner",
    icon: PanelTop,
    Panel: lazy(() => import("./home-banner.tsx")),
  },
];
