import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "#web/ui/page-header.module.css";

type Crumb = { label: string; to?: string };

/**
 * The head of a screen: breadcrumb (the last entry is the present page), the one h1, a sentence and the actions.
 * Plain markup, so that the payment and public pages may use it.
 */
export function PageHeader(props: {
  title: ReactNode;
  crumbs?: Crumb[];
  description?: ReactNode;
  actions?: ReactNode;
}) {
  const { title, crumbs, description, actions } = props;
  return (
    <header className={styles.header}>
      {crumbs && crumbs.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol className={styles.crumbs}>
            {crumbs.map((crumb, index) => (
              <li key={crumb.label}>
                {crumb.to && index < crumbs.length - 1 ? (
                  <Link to={crumb.to}>{crumb.label}</Link>
                ) : (
                  <span aria-current={index === crumbs.length - 1 ? "page" : undefined}>{crumb.label}</span>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.row}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}
