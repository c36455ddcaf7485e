import { BannerPanel } from "#web/features/banner/banner-panel.tsx";
import { BannerPreview } from "./banner-preview.tsx";

export default function BannerSettings() {
  return <BannerPanel preview={(values) => <BannerPreview values={values} />} />;
}
