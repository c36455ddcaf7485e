import { useEffect, useState } from "react";
import { Icon } from "#web/features/site/icon.tsx";
import styles from "#web/features/site/scroll-to-top.module.css";

/** In pixels. */
const threshold = 300;

export function ScrollToTop() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = () => setShown(window.scrollY > threshold);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  if (!shown) return null;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label="Scroll to top"
      onClick={() => window.scrollTo({ top: 0 })}
    >
      <Icon name="icon-arrow-up" size={22} />
    </button>
  );
}
