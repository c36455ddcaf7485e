import type { AboutForm } from "#contract/about.ts";
import type { FooterForm } from "#contract/footer.ts";
import type { SectionRecord } from "./sections.service.ts";

const inactive = { isActive: false } as const;

/** What everyone but admins gets of a part. */
export function publicSection<T extends { isActive: boolean }>(record: T): T | typeof inactive {
  return record.isActive ? record : inactive;
}

export function publicAbout(record: SectionRecord<AboutForm>) {
  if (!record.isActive) return inactive;
  return { ...record, section1: publicSection(record.section1), section2: publicSection(record.section2) };
}

/** The header needs logo and name even where the footer is hidden. */
export function publicFooter(record: SectionRecord<FooterForm>) {
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
