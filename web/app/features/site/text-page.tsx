import type { ReactNode } from "react";
import site from "#web/features/site/site.module.css";
import styles from "#web/features/site/text-page.module.css";

/** A page that is read: a heading, a lead and text in one column. */
export function TextPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className={`${site.container} ${styles.page}`}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {lead && <div className={site.lead}>{lead}</div>}
      </header>
      {children}
    </article>
  );
}
