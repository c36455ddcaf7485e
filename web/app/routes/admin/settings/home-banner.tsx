import { BannerPanel } from "#web/features/banner/banner-panel.tsx";
import { BannerPreview } from "./banner-preview.tsx";

export default function HomeBannerSettings() {
  return <BannerPanel home preview={(values) => <BannerPreview values={values} />} />;
}
