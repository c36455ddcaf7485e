import { lazy, type ReactNode, Suspense } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "#web/features/shell/root-data.ts";
import { useBlock } from "#web/features/site/block.ts";
import type { FooterData } from "#web/features/site/block-data.ts";
import { ScrollToTop } from "#web/features/site/scroll-to-top.tsx";
import { SiteFooter } from "#web/features/site/site-footer.tsx";
import { SiteHeader } from "#web/features/site/site-header.tsx";

const SignOutListener = lazy(() => import("#web/features/site/sign-out-listener.tsx"));

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
