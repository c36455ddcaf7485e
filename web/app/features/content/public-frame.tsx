import { lazy, type ReactNode, Suspense } from "react";
import { useRouteLoaderData } from "react-router";
import { useBlock } from "#web/features/content/block.ts";
import type { FooterData } from "#web/features/content/block-data.ts";
import { ScrollToTop } from "#web/features/content/scroll-to-top.tsx";
import { SiteFooter } from "#web/features/content/site-footer.tsx";
import { SiteHeader } from "#web/features/content/site-header.tsx";
import type { RootData } from "#web/features/session/root-data.ts";

const SignOutListener = lazy(() => import("#web/features/content/sign-out-listener.tsx"));

const source = { path: "/api/footer-section", fallback: "Failed to fetch footer data" };

/** What surrounds every public page. */
export function PublicFrame(props: {
  footer: FooterData | null;
  buyCreditsBelow: number;
  children: ReactNode;
}) {
  const root = useRouteLoaderData("root") as RootData;
  const footer = useBlock(props.footer, source);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SiteHeader root={root} footer={footer} buyCreditsBelow={props.buyCreditsBelow} />
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
      <SiteFooter block={footer} shopName={root.shop.name} />
      <ScrollToTop />
      {root.user && (
        <Suspense>
          <SignOutListener />
        </Suspense>
      )}
    </>
  );
}
