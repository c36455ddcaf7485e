import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { isSitePath } from "#contract/urls.ts";
import styles from "#web/features/accounts/account.module.css";
import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { type LogoContent, LogoPicture } from "#web/ui/logo-picture.tsx";

const pictures = ["about-night-train", "item-text-effects", "about-small-flat"];

/** The owner's logo; undefined where it can't be read: then the frame has the drawn one and the shop's name. */
export type LoadedLogo = LogoContent | undefined;

/** The frame of the sign-in screens: the form on one side, real pictures on the other. */
export function AccountFrame(props: {
  shopName: string;
  logo: LoadedLogo;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  const { shopName, logo } = props;
  return (
    <div className={styles.frame}>
      <main id="main" className={styles.panel}>
        <div className={styles.top}>
          <Link to="/" className={styles.logo} aria-label={`${shopName}, home`}>
            <LogoPicture content={logo} shopName={shopName} />
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

type Matches = Parameters<typeof siteFacts>[0];

/**
 * A route's `meta` for a sign-in screen: title and description, with {shop} for the shop's name. `hidden` keeps the
 * steps of a password reset out of search engines.
 */
export function accountMeta(facts: { title: string; description: string; path: string; hidden?: boolean }) {
  return ({ matches }: { matches: Matches }) => {
    const { shopName } = siteFacts(matches);
    return siteMeta(matches, {
      ...facts,
      title: `${facts.title} · ${shopName}`,
      description: facts.description.replace("{shop}", shopName),
    });
  };
}

const fallback = "/user/dashboard";

/** One of the sign-in screens, which leads on to `to`. */
export function onWayTo(screen: "/login" | "/register" | "/forgot-password", to: string): string {
  return to === fallback ? screen : `${screen}?from=${encodeURIComponent(to)}`;
}

/**
 * Where to go after signing in: the page that asked for it, if it is a path of this site. The sign-in screens themselves
 * would send a signed-in person in a circle.
 */
export function returnAddress(from: string | null): string {
  if (from === null || !isSitePath(from)) return fallback;
  if (/^\/(login|register|reset-password|forgot-password)(\/|\?|#|$)/.test(from)) return fallback;
  return from;
}
