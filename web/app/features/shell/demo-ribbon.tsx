import styles from "#web/features/shell/demo-ribbon.module.css";

/** On every page of a demo, so that nobody takes its money or its pictures for real ones. */
export function DemoRibbon() {
  return (
    <aside className={styles.ribbon} aria-label="Demo">
      <strong>Demo</strong> Payments and pictures come from local stand-ins. No real money moves.
    </aside>
  );
}
