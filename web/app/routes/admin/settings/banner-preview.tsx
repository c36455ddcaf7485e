import type { BannerForm } from "#contract/banner.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { Hero } from "#web/features/site/hero.tsx";
import { stamp } from "./stamp.ts";

export function BannerPreview({ values }: { values: BannerForm }) {
  const { shop } = useRootData();
  return <Hero block={{ state: "loaded", data: { ...values, ...stamp } }} shopName={shop.name} />;
}
