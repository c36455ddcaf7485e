import type { AboutForm } from "#contract/about.ts";
import type { FooterForm } from "#contract/footer.ts";
import type { PartRecord } from "./sections.service.ts";

const inactive = { isActive: false } as const;

/** What everyone but admins gets of a part. */
export function shownPart<T extends { isActive: boolean }>(record: T): T | typeof inactive {
  return record.isActive ? record : inactive;
}

export function shownAbout(record: PartRecord<AboutForm>) {
  if (!record.isActive) return inactive;
  return { ...record, section1: shownPart(record.section1), section2: shownPart(record.section2) };
}

/** The header needs logo and name even where the footer is hidden. */
export function shownFooter(record: PartRecord<FooterForm>) {
  const { topSection, middleSection, bottomSection } = record;
  if (!record.isActive) {
    return {
      ...inactive,
      topSection: { logoText: topSection.logoText },
      middleSection: { logoUrl: middleSection.logoUrl },
    };
  }
  return {
    ...record,
    topSection: { ...topSection, socialLinks: topSection.socialLinks.filter(isOn) },
    middleSection: { ...middleSection, quickLinks: middleSection.quickLinks.filter(isOn) },
    bottomSection: { ...bottomSection, legalLinks: bottomSection.legalLinks.filter(isOn) },
  };
}

const isOn = ({ isActive }: { isActive: boolean }) => isActive;
