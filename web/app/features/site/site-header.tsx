import { Suspense, useRef } from "react";
import { Link, NavLink } from "react-router";
import type { RootData } from "#web/features/shell/root-data.ts";
import type { Block, FooterData } from "#web/features/site/block.tsx";
import { Icon } from "#web/features/site/elements.tsx";
import { ShopLogo } from "#web/features/site/shop-logo.tsx";
import styles from "#web/features/site/site-header.module.css";
import { useClosing } from "#web/features/site/use-closing.ts";
import type { ColorScheme } from "#web/ui/color-scheme.ts";
import { AppearanceSelect, ColorSchemeButton } from "#web/ui/color-scheme-button.tsx";
import { lateComponent } from "#web/ui/late-component.ts";

interface HeaderProps {
  root: RootData;
  footer: Block<FooterData>;
  /** 'Buy Credits' shows at this balance or less. */
  buyCreditsBelow: number;
}

export function SiteHeader({ root, footer, buyCreditsBelow }: HeaderProps) {
  const { user, shop } = root;
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <ShopLogo block={footer} shopName={shop.name} />
          <span className="visually-hidden">, home</span>
        </Link>
        <nav className={styles.links} aria-label="Main">
          <NavLink to="/" end>
            Home
          </NavLink>
          <NavLink to="/about">About Us</NavLink>
          <NavLink to="/contact">Contact</NavLink>
          <Link to="/#pricing">Pricing</Link>
        </nav>
        <div className={styles.end}>
          <span className={styles.scheme}>
            <SchemeButton initial={root.colorScheme} />
          </span>
          {user ? (
            <Suspense>
              <AccountMenu user={user} />
            </Suspense>
          ) : (
            <Entrance />
          )}
        </div>
        <MobileMenu user={user} buyCreditsBelow={buyCreditsBelow} colorScheme={root.colorScheme} />
      </div>
    </header>
  );
}

/** Only for the signed-in, so that visitors need not load them. */
const accountMenu = () => import("#web/features/site/account-menu.tsx");
const AccountMenu = lateComponent(
  async () => (await accountMenu()).AccountMenu,
  () => <DashboardLink className={styles.login} />,
);
const AccountLinks = lateComponent(
  async () => (await accountMenu()).AccountLinks,
  () => <DashboardLink />,
);

/** By a document of its own, which brings the scripts of today. */
function DashboardLink({ className }: { className?: string | undefined }) {
  return (
    <a href="/user/dashboard" className={className}>
      Dashboard
    </a>
  );
}

function Entrance() {
  return (
    <>
      <Link to="/login" className={styles.login}>
        Login
      </Link>
      <Link to="/register" className={styles.register}>
        Register
      </Link>
    </>
  );
}

function MobileMenu(props: { user: RootData["user"]; buyCreditsBelow: number; colorScheme: ColorScheme }) {
  const { user, buyCreditsBelow, colorScheme } = props;
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  return (
    <details ref={menu} className={styles.mobile}>
      <summary aria-label="Menu">
        <span className={styles.burger} aria-hidden="true" />
      </summary>
      <nav className={styles.sheet} aria-label="Mobile">
        <Link to="/">Home</Link>
        <Link to="/about">About Us</Link>
        <Link to="/contact">Contact</Link>
        <Link to="/#pricing">Pricing</Link>
        {user ? (
          <Suspense>
            <AccountLinks user={user} buyCreditsBelow={buyCreditsBelow} />
          </Suspense>
        ) : (
          <>
            <Link to="/login">Login</Link>
            <Link to="/register">Register</Link>
          </>
        )}
        <AppearanceSelect icons={icons} initial={colorScheme} className={styles.appearance} />
      </nav>
    </details>
  );
}

const icons = {
  light: <Icon name="icon-sun" size={18} />,
  dark: <Icon name="icon-moon" size={18} />,
  auto: <Icon name="icon-monitor" size={18} />,
};

/** The colour scheme's button with the public pages' own icons. */
function SchemeButton({ initial }: { initial: ColorScheme }) {
  return <ColorSchemeButton icons={icons} initial={initial} />;
}
