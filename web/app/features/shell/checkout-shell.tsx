import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "#web/features/shell/checkout-shell.module.css";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import { PageNotice } from "#web/features/shell/page-notice.tsx";
import { type FooterAnswer, ShopLogo } from "#web/features/shell/shop-logo.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { ColorSchemeToggle } from "#web/ui/color-scheme-toggle.tsx";

/** The quiet frame of checkout and payment: nothing leads away but the logo, the way back and the small print. */
export function CheckoutShell({
  footer,
  children,
}: {
  footer: FooterAnswer | undefined;
  children: ReactNode;
}) {
  const { user, shop } = useViewer();
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {shop.demo && <DemoRibbon />}
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.brand} aria-label={`${shop.name} home`}>
            <ShopLogo loaded={footer} shopName={shop.name} />
          </Link>
          <p className={styles.secure}>
            <LockKeyhole size={16} aria-hidden /> Secure checkout
          </p>
          <div className={styles.end}>
            {user && (
              <Link to="/user/dashboard" className={styles.account}>
                My account
              </Link>
            )}
            <ColorSchemeToggle />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        <PageNotice />
        {children}
      </main>
      <footer className={styles.footer}>
        <nav aria-label="Legal" className={styles.links}>
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          <Link to="/refund-policy">Refund policy</Link>
          <Link to="/contact">Contact</Link>
        </nav>
      </footer>
    </div>
  );
}
