import { ArrowRight, Clock3, History, ImagePlus, LifeBuoy, type LucideIcon, Sparkles } from "lucide-react";
import { Link } from "react-router";
import css from "#web/features/dashboard/cards.module.css";

const cards: { to: string; title: string; text: string; action: string; icon: LucideIcon; hot?: boolean }[] =
  [
    {
      to: "/user/generate-image",
      title: "Thumbnail Generator",
      text: "Type a title and get two thumbnails, ready for YouTube.",
      action: "Generate Now",
      icon: ImagePlus,
      hot: true,
    },
    {
      to: "/user/pending-payment/",
      title: "Pending Payments",
      text: "Finish paying for what you have ordered.",
      action: "View payments",
      icon: Clock3,
    },
    {
      to: "/user/support",
      title: "Support",
      text: "Ask us, and read our answers.",
      action: "Open support",
      icon: LifeBuoy,
    },
    {
      to: "/user/subscription-history",
      title: "Subscription History",
      text: "Your packages, dates and receipts.",
      action: "View history",
      icon: History,
    },
    {
      to: "/user/select-package",
      title: "Upgrade Package",
      text: "More credits, or a longer membership.",
      action: "See packages",
      icon: Sparkles,
    },
  ];

/** The five ways on, each card a single link; small for whoever knows them. */
export function DashboardCards({ small }: { small: boolean }) {
  return (
    <ul className={css.cards} data-small={small || undefined}>
      {cards.map(({ to, title, text, action, icon: Icon, hot }) => (
        <li key={to}>
          <Link to={to} className={css.card} data-hot={hot}>
            <Icon size={26} strokeWidth={1.8} aria-hidden className={css.icon} />
            <span className={css.title}>{title}</span>
            <span className={css.text}>{text}</span>
            <span className={css.action}>
              {action} <ArrowRight size={16} aria-hidden />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
