import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { OrderKind } from "#contract/orders.ts";
import styles from "#web/features/orders/order-tabs.module.css";

const tabs = [
  { kind: "package", show: "packages", label: "Packages" },
  { kind: "item", show: "items", label: "Items" },
] as const;

/** The two kinds of orders as links: each has an address of its own, which Back and a bookmark find again. */
export function OrderTabs({ kind, children }: { kind: OrderKind; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <nav aria-label="Kinds of orders" className={styles.tabs}>
        {tabs.map((tab) => (
          <Link
            key={tab.kind}
            to={`${pathname}?show=${tab.show}`}
            className={styles.tab}
            aria-current={tab.kind === kind ? "page" : undefined}
            preventScrollReset
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
