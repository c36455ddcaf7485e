import type { ReactNode } from "react";
import styles from "#web/ui/editing/editing.module.css";

export function PanelHeader(props: { title: string; description?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={styles.panelHeader}>
      <div>
        <h2 className={styles.panelTitle}>{props.title}</h2>
        {props.description && <p className={styles.panelText}>{props.description}</p>}
      </div>
      {props.actions && <div className={styles.panelActions}>{props.actions}</div>}
    </header>
  );
}
