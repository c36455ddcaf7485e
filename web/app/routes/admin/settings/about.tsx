import type { AboutForm } from "#contract/about.ts";
import { AboutPanel } from "#web/features/about/about-panel.tsx";
import { AboutSections } from "#web/features/site/about-sections.tsx";
import { stamp } from "./stamp.ts";

const shown = (section: AboutForm["section1"]) => ({
  ...section,
  images: section.images.filter(({ url }) => url !== ""),
});

export default function AboutSettings() {
  return (
    <AboutPanel
      preview={({ section1, section2 }) => (
        <AboutSections
          loaded={{ ...stamp, isActive: true, section1: shown(section1), section2: shown(section2) }}
        />
      )}
    />
  );
}
