import { LogoPanel } from "#web/features/logo/logo-panel.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { SiteFooter } from "#web/features/site/site-footer.tsx";
import { SiteHeader } from "#web/features/site/site-header.tsx";
import { stamp } from "./stamp.ts";

export default function LogoSettings() {
  const root = useRootData();
  return (
    <LogoPanel
      preview={(values) => {
        const block = { state: "loaded", data: { ...values, ...stamp } } as const;
        return (
          <>
            <SiteHeader root={{ ...root, user: null }} footer={block} buyCreditsBelow={0} />
            <SiteFooter block={block} shopName={root.shop.name} />
          </>
        );
      }}
    />
  );
}
