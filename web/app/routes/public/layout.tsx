import { type ReactNode, useEffect, useState } from "react";
import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { pageApi } from "#web/api/loaders.ts";
import { PageFault, statusOf } from "#web/features/shell/page-fault.tsx";
import type { RootData } from "#web/features/shell/root-data.ts";
import { type FooterData, useBlock } from "#web/features/site/block.tsx";
import { Icon } from "#web/features/site/elements.tsx";
import { loadFrame } from "#web/features/site/load-blocks.ts";
import site from "#web/features/site/site.module.css";
import { SiteFooter } from "#web/features/site/site-footer.tsx";
import { SiteHeader } from "#web/features/site/site-header.tsx";
import styles from "#web/routes/public/layout.module.css";
import type { Route } from "./+types/layout";

export async function loader({ context }: Route.LoaderArgs) {
  return loadFrame(pageApi(context));
}

/** Footer and settings are believed for an hour; in milliseconds. */
const believed = 3_600_000;
let loadedAt = Date.now();

export function shouldRevalidate() {
  if (Date.now() - loadedAt < believed) return false;
  loadedAt = Date.now();
  return true;
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PublicFrame {...loaderData}>
      <Outlet />
    </PublicFrame>
  );
}

/** A page that failed keeps header and footer around it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("routes/public/layout");
  if (!data) return <PageFault status={statusOf(error)} standalone />;
  return (
    <PublicFrame {...data}>
      <div className={site.container}>
        <PageFault status={statusOf(error)} />
      </div>
    </PublicFrame>
  );
}

/** Follows a sign-out in another tab. Only for the signed-in, so that visitors need not load it. */
function useSignOutElsewhere(person: string | undefined): void {
  useEffect(() => {
    if (!person) return;
    let isOver = false;
    let end: (() => void) | undefined;
    import("#web/features/shell/sign-out.ts").then(
      ({ followSignOut }) => {
        if (!isOver) end = followSignOut(person);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [person]);
}

const source = { path: "/api/footer-section", fallback: "Failed to fetch footer data" } as const;

/** What surrounds every public page. */
function PublicFrame(props: { footer: FooterData | null; buyCreditsBelow: number; children: ReactNode }) {
  const root = useRouteLoaderData("root") as RootData;
  const { pathname } = useLocation();
  const footer = useBlock(props.footer, source);
  useSignOutElsewhere(root.user?._id);
  return (
    <>
      {/* A page that arrives in pieces is shown once its content is whole: what comes later moves what was seen. */}
      <link rel="expect" href="#footer" blocking="render" />
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {pathname === "/" && (
        <a className="skip-link" href="#pricing">
          Pricing
        </a>
      )}
      <SiteHeader root={root} footer={footer} buyCreditsBelow={props.buyCreditsBelow} />
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
      <SiteFooter block={footer} shopName={root.shop.name} />
      <ScrollToTop />
    </>
  );
}

/** In pixels. */
const threshold = 300;

function ScrollToTop() {
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
      onClick={() => {
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
      }}
    >
      <Icon name="icon-arrow-up" size={22} />
    </button>
  );
}
