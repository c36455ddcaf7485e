import type { PageRecord } from "#contract/pages.ts";
import styles from "#web/features/site/text-page.module.css";
import { TextPage } from "#web/features/site/text-page.tsx";

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
