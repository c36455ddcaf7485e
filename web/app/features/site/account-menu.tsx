import { useRef, useState } from "react";
import { Link } from "react-router";
import type { RootData } from "#web/features/shell/root-data.ts";
import { Icon } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/site-header.module.css";
import { useClosing } from "#web/features/site/use-closing.ts";

type User = NonNullable<RootData["user"]>;

/** The menu under the name of who is signed in. */
export function AccountMenu({ user }: { user: User }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  return (
    <details ref={menu} className={styles.account}>
      <summary>
        <span className={styles.initial} aria-hidden="true">
          {[...user.userName][0]?.toUpperCase() ?? "?"}
        </span>
        <bdi className={styles.userName}>{user.userName}</bdi>
      </summary>
      <div className={styles.panel}>
        <p className={styles.credits}>
          <Icon name="icon-coins" size={20} /> <span>{`Credits: ${user.currentBalance}`}</span>
        </p>
        <Link to="/user/dashboard">Dashboard</Link>
        {user.userRole === "Admin" && <Link to="/admin/dashboard">Admin Panel</Link>}
        {user.userRole === "moderator" && <Link to="/admin/support-messages">Support Messages</Link>}
        <LogoutButton />
      </div>
    </details>
  );
}

/** The entries of the phone's menu for who is signed in. */
export function AccountLinks({ user, buyCreditsBelow }: { user: User; buyCreditsBelow: number }) {
  return (
    <>
      <Link to="/profile">My Profile</Link>
      {user.userRole === "Admin" && <Link to="/settings">Settings</Link>}
      {user.currentBalance <= buyCreditsBelow && <Link to="/user/select-package">Buy Credits</Link>}
      <Link to="/user/dashboard">Dashboard</Link>
      {user.userRole === "Admin" && <Link to="/admin/dashboard">Admin Panel</Link>}
      <p className={styles.credits}>
        <Icon name="icon-coins" size={20} /> <span>{`Credits: ${user.currentBalance}`}</span>
      </p>
      <LogoutButton />
    </>
  );
}

function LogoutButton() {
  const [problem, setProblem] = useState<string | null>(null);
  async function leave(): Promise<void> {
    try {
      const { signOut } = await import("#web/features/shell/sign-out.ts");
      await signOut();
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  return (
    <>
      <button type="button" onClick={leave}>
        Logout
      </button>
      {problem && (
        <p className={styles.problem} role="alert">
          {`You are still signed in. ${problem}`}
        </p>
      )}
    </>
  );
}
