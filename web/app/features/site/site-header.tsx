import { useRef, useState } from "react";
import { Link, NavLink } from "react-router";
import type { RootData } from "#web/features/shell/root-data.ts";
import type { Block } from "#web/features/site/block.ts";
import type { FooterData } from "#web/features/site/block-data.ts";
import { useClosing } from "#web/features/site/disclosure.ts";
import { Icon } from "#web/features/site/icon.tsx";
import { SchemeButton } from "#web/features/site/scheme-button.tsx";
import { ShopLogo } from "#web/features/site/shop-logo.tsx";
import styles from "#web/features/site/site-header.module.css";
import type { ColorScheme } from "#web/ui/color-scheme.ts";

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
        <SchemeButton initial={colorScheme} />
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
