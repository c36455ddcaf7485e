import type { BannerForm } from "#contract/banner.ts";
import { Hero } from "#web/features/content/hero.tsx";
import { useRootData } from "#web/features/session/root-data.ts";
import { stamp } from "./stamp.ts";

export function BannerPreview({ values }: { values: BannerForm }) {
  const { shop } = useRootData();
  return <Hero block={{ state: "loaded", data: { ...values, ...stamp } }} shopName={shop.name} />;
}
