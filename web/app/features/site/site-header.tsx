import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import type { RootData } from "#web/features/shell/root-data.ts";
import type { Block, FooterData } from "#web/features/site/block.tsx";
import { Icon } from "#web/features/site/elements.tsx";
import { ShopLogo } from "#web/features/site/shop-logo.tsx";
import styles from "#web/features/site/site-header.module.css";
import type { ColorScheme } from "#web/ui/color-scheme.ts";
import { AppearanceSelect, ColorSchemeButton } from "#web/ui/color-scheme-button.tsx";

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
          {user ? <AccountMenu user={user} /> : <Entrance />}
        </div>
        <MobileMenu user={user} buyCreditsBelow={buyCreditsBelow} colorScheme={root.colorScheme} />
      </div>
    </header>
  );
}

type User = NonNullable<RootData["user"]>;

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

const isAdmin = (user: User) => user.userRole === "Admin";

function AccountMenu({ user }: { user: User }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  return (
    <details ref={menu} className={styles.account}>
      <summary>
        <span className={styles.initial} aria-hidden="true">
          {user.userName.slice(0, 1).toUpperCase() || "?"}
        </span>
        <span className={styles.userName}>{user.userName}</span>
      </summary>
      <div className={styles.panel}>
        <p className={styles.credits}>
          <Icon name="icon-coins" size={20} /> {`Credits: ${user.currentBalance}`}
        </p>
        <Link to="/user/dashboard">Dashboard</Link>
        {isAdmin(user) && <Link to="/admin/dashboard">Admin Panel</Link>}
        {user.userRole === "moderator" && <Link to="/admin/support-messages">Support Messages</Link>}
        <LogoutButton />
      </div>
    </details>
  );
}

function MobileMenu(props: { user: User | null; buyCreditsBelow: number; colorScheme: ColorScheme }) {
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
          <>
            <Link to="/profile">My Profile</Link>
            {isAdmin(user) && <Link to="/settings">Settings</Link>}
            {user.currentBalance <= buyCreditsBelow && <Link to="/user/select-package">Buy Credits</Link>}
            <Link to="/user/dashboard">Dashboard</Link>
            {isAdmin(user) && <Link to="/admin/dashboard">Admin Panel</Link>}
            <p className={styles.credits}>
              <Icon name="icon-coins" size={20} /> {`Credits: ${user.currentBalance}`}
            </p>
            <LogoutButton />
          </>
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

function LogoutButton() {
  const [problem, setProblem] = useState<string | null>(null);
  async function leave(): Promise<void> {
    try {
      const { signOut } = await import("#web/features/shell/sign-out.ts");
      await signOut();
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  return (
    <>
      <button type="button" onClick={leave}>
        Logout
      </button>
      {problem && (
        <p className={styles.problem} role="alert">
          {`You are still signed in. ${problem}`}
        </p>
      )}
    </>
  );
}

/** Closes an opened <details> menu on Escape, on a click elsewhere and when another page comes. Works without script too, then by its own summary alone. */
export function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    // The first run is hydration, not a change of page: a menu that was opened before the script came stays open.
    if (shownAt.current === key) return;
    shownAt.current = key;
    menu.current?.removeAttribute("open");
  }, [key, menu]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.removeAttribute("open");
      menu.current.querySelector("summary")?.focus();
    };
    const onClick = (event: MouseEvent) => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
    };
  }, [menu]);
}

const icons = {
  light: <Icon name="icon-sun" size={18} />,
  dark: <Icon name="icon-moon" size={18} />,
  auto: <Icon name="icon-monitor" size={18} />,
};

/** The colour scheme's button with the public pages' own icons. */
export function SchemeButton({ initial }: { initial: ColorScheme }) {
  return <ColorSchemeButton icons={icons} initial={initial} />;
}
