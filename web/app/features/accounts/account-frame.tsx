import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { Logo } from "#web/ui/logo.tsx";

const pictures = ["about-night-train", "item-text-effects", "about-small-flat"];

/** The frame of the sign-in screens: the form on one side, real pictures on the other. */
export function AccountFrame(props: {
  shopName: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <main id="main" className={styles.panel}>
        <div className={styles.top}>
          <Link to="/" className={styles.logo} aria-label={`${props.shopName}, home`}>
            <Logo name={props.shopName} />
          </Link>
          <Link to="/" className={styles.close} aria-label="Close and go to the home page">
            <X size={22} aria-hidden />
          </Link>
        </div>
        <div className={styles.body}>
          <h1 className={styles.title}>{props.title}</h1>
          <p className={styles.lead}>{props.lead}</p>
          {props.children}
        </div>
      </main>
      {/* Lazy, so that a small screen, which does not show them, does not load them either. */}
      <aside className={styles.pictures} aria-hidden>
        {pictures.map((name) => (
          <img
            key={name}
            src={`/media/defaults/${name}-640.webp`}
            alt=""
            width={640}
            height={360}
            loading="lazy"
            decoding="async"
          />
        ))}
      </aside>
    </div>
  );
}
