import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PageRecord } from "#contract/pages.ts";
import missing from "#web/features/site/not-found-text.module.css";
import site from "#web/features/site/site.module.css";
import styles from "#web/features/site/text-page.module.css";
import buttons from "#web/ui/button.module.css";

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

function dayOf(moment: string): string {
  const [year, month, day] = moment.slice(0, 10).split("-");
  return `${day}/${month}/${year}`;
}

/** A legal text. Its HTML comes from the server's sanitiser, which keeps plain formatting and safe links only. */
export function LegalPage({ page }: { page: PageRecord }) {
  return (
    <TextPage
      title={page.title}
      lead={
        <p className={styles.meta}>
          Version {page.version}, of <time dateTime={page.updatedAt}>{dayOf(page.updatedAt)}</time>
        </p>
      }
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved. */}
      <div className={styles.prose} dangerouslySetInnerHTML={{ __html: page.body }} />
    </TextPage>
  );
}

export function NotFoundText() {
  return (
    <div className={`${site.container} ${missing.missing}`}>
      <p className={missing.code}>404</p>
      <h1 className={missing.title}>Oops! Page can't be found.</h1>
      <p className={site.lead}>The page you are looking for doesn't exist or has been moved.</p>
      <p>
        <Link to="/" className={buttons.button}>
          Take me to Home
        </Link>
      </p>
    </div>
  );
}
