import { Button } from "@mantine/core";
import { ShieldX } from "lucide-react";
import { Link } from "react-router";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import styles from "#web/features/shell/not-authorized.module.css";
import { useRootData } from "#web/features/shell/root-data.ts";

/** The back office, to anyone who is not its staff. */
export function NotAuthorized() {
  const { shop } = useRootData();
  return (
    <>
      {shop.demo && <DemoRibbon />}
      <main className={styles.screen}>
        <ShieldX size={44} strokeWidth={1.6} aria-hidden className={styles.icon} />
        <h1 className={styles.title}>Not Authorized</h1>
        <p className={styles.text}>You can't access this page; this route is only accessible for Admin.</p>
        <Button component={Link} to="/">
          Go to Home
        </Button>
      </main>
    </>
  );
}
