import { FooterPanel } from "#web/features/footer/footer-panel.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { SiteFooter } from "#web/features/site/site-footer.tsx";
import { stamp } from "./stamp.ts";

export default function FooterSettings() {
  const { shop } = useRootData();
  return (
    <FooterPanel
      preview={(values) => (
        <SiteFooter block={{ state: "loaded", data: { ...values, ...stamp } }} shopName={shop.name} />
      )}
    />
  );
}
