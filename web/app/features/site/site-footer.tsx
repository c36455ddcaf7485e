import { youtubeId } from "#contract/youtube-links.ts";
import type { Block, FooterData } from "#web/features/site/block.tsx";
import { SmartLink } from "#web/features/site/elements.tsx";
import { FooterVideo } from "#web/features/site/footer-video.tsx";
import { ShopLogo } from "#web/features/site/shop-logo.tsx";
import site from "#web/features/site/site.module.css";
import styles from "#web/features/site/site-footer.module.css";
import { phoneLink } from "#web/ui/phone-link.ts";

type Footer = Extract<FooterData, { bottomSection: unknown }>;

export function SiteFooter({ block, shopName }: { block: Block<FooterData>; shopName: string }) {
  if (block.state === "loading") return <footer id="footer" className={`${site.deep} ${styles.footer}`} />;
  if (block.state === "error") {
    return (
      <footer id="footer" className={`${site.deep} ${styles.footer}`}>
        <div className={site.container}>
          <p role="alert">{`Error loading footer: ${block.message}`}</p>
        </div>
      </footer>
    );
  }
  const { data } = block;
  if (!data.isActive || !("bottomSection" in data)) return null;
  const { topSection, middleSection, bottomSection } = data;
  const { logoText, description, socialLinks, videoUrl } = topSection;
  const { quickLinks, contactInfo } = middleSection;
  // What the owner has left blank has neither heading nor room.
  const hasTop = logoText || description || youtubeId(videoUrl) || shown(socialLinks).length > 0;
  const hasContact = contactInfo.address || contactInfo.email || contactInfo.phone;
  return (
    <footer id="footer" className={`${site.deep} ${styles.footer}`}>
      {hasTop && (
        <div className={`${site.container} ${styles.top}`}>
          <FooterVideo top={topSection} />
          <div className={styles.promise}>
            <p className={styles.logoText}>{logoText}</p>
            <p className={styles.description}>{description}</p>
            <SocialLinks links={socialLinks} />
          </div>
        </div>
      )}
      <div className={`${site.container} ${styles.middle}`}>
        <div className={styles.about}>
          <ShopLogo block={block} shopName={shopName} ground="dark" />
          <p className={styles.muted}>{middleSection.description}</p>
        </div>
        {shown(quickLinks).length > 0 && (
          <nav aria-labelledby="quick-links">
            <h2 id="quick-links" className={styles.heading}>
              Quick Links
            </h2>
            <LinkList links={quickLinks} />
          </nav>
        )}
        {hasContact && (
          <div>
            <h2 className={styles.heading}>Contact</h2>
            <FooterContact {...contactInfo} />
          </div>
        )}
      </div>
      <div className={`${site.container} ${styles.bottom}`}>
        <p>{bottomSection.copyrightText}</p>
        {shown(bottomSection.legalLinks).length > 0 && (
          <nav aria-label="Legal">
            <LinkList links={bottomSection.legalLinks} />
          </nav>
        )}
      </div>
    </footer>
  );
}

const shown = <T extends { isActive: boolean; url: string }>(links: T[]) =>
  links.filter(({ isActive, url }) => isActive && url !== "");

function LinkList({ links }: { links: { text: string; url: string; isActive: boolean }[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
    <ul role="list" className={styles.links}>
      {shown(links).map(({ text, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, while one is being typed.
        <li key={index}>
          <SmartLink href={url}>{text}</SmartLink>
        </li>
      ))}
    </ul>
  );
}

/** How the platforms write themselves; any other name stands as the admin wrote it. */
const platforms: Record<string, string> = {
  youtube: "YouTube",
  instagram: "Instagram",
  tiktok: "TikTok",
  x: "X",
  twitter: "X",
  facebook: "Facebook",
  linkedin: "LinkedIn",
  github: "GitHub",
  discord: "Discord",
  email: "Email",
};

function SocialLinks({ links }: { links: Footer["topSection"]["socialLinks"] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
    <ul role="list" className={styles.social}>
      {shown(links).map(({ platform, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <li key={index}>
          <SmartLink href={url}>{platforms[platform.toLowerCase()] ?? platform}</SmartLink>
        </li>
      ))}
    </ul>
  );
}

function FooterContact({ address, email, phone }: Footer["middleSection"]["contactInfo"]) {
  return (
    <address className={styles.contact}>
      {address && <p>{address}</p>}
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      {phone && (
        <p>
          <a href={phoneLink(phone)}>{phone}</a>
        </p>
      )}
    </address>
  );
}
