import { SiteFooter } from "#web/features/content/site-footer.tsx";
import { FooterPanel } from "#web/features/footer/footer-panel.tsx";
import { useRootData } from "#web/features/session/root-data.ts";
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
