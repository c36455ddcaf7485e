import type { ReactNode } from "react";
import styles from "#web/ui/editing/editing.module.css";

/** The form and what it makes, beside each other where there is room and below each other elsewhere. */
export function EditorLayout({ form, preview }: { form: ReactNode; preview: ReactNode }) {
  return (
    <div className={styles.container}>
      <div className={styles.layout}>
        <div className={styles.formColumn}>{form}</div>
        <div className={styles.previewColumn}>{preview}</div>
      </div>
    </div>
  );
}

/** A card around fields that belong together. */
export function FieldCard(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.card}>
      <legend className={styles.legend}>{props.title}</legend>
      {props.actions}
      {props.children}
    </fieldset>
  );
}
