import { Coins } from "lucide-react";
import { Link } from "react-router";
import styles from "#web/features/shell/balance-plate.module.css";
import { useViewer } from "#web/features/shell/viewer.ts";

/** The balance at the foot of the sidebar, leading to the statement; with a way to more when it runs low. */
export function BalancePlate() {
  const { user, shop } = useViewer();
  if (!user) return null;
  const low = user.currentBalance < shop.buyMoreBelow;
  return (
    <div className={styles.plate}>
      <Link to="/user/credits" className={styles.balance}>
        <Coins size={18} aria-hidden />
        <span>
          <strong>{user.currentBalance.toLocaleString("en-US")}</strong>{" "}
          {user.currentBalance === 1 ? "credit" : "credits"}
        </span>
      </Link>
      {low && (
        <Link to="/user/select-package" className={styles.more}>
          Get more
        </Link>
      )}
    </div>
  );
}
