import { Suspense, useRef, useState } from "react";
import { youtubeId } from "#contract/youtube-links.ts";
import type { Block, FooterData } from "#web/features/site/block.tsx";
import { Icon, Picture, SmartLink } from "#web/features/site/elements.tsx";
import { ShopLogo } from "#web/features/site/shop-logo.tsx";
import site from "#web/features/site/site.module.css";
import styles from "#web/features/site/site-footer.module.css";
import { lateComponent } from "#web/ui/late-component.ts";

/** Loaded once the video is asked for. */
const VideoFrame = lateComponent(
  async () => (await import("#web/features/site/video-facade.tsx")).VideoFrame,
  ({ id }) => <a href={`https://www.youtube.com/watch?v=${id}`}>Watch it on YouTube</a>,
);

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
  return (
    <footer id="footer" className={`${site.deep} ${styles.footer}`}>
      <div className={`${site.container} ${styles.top}`}>
        <FooterVideo top={topSection} />
        <div className={styles.promise}>
          <p className={styles.logoText}>{topSection.logoText}</p>
          <p className={styles.description}>{topSection.description}</p>
          <SocialLinks links={topSection.socialLinks} />
        </div>
      </div>
      <div className={`${site.container} ${styles.middle}`}>
        <div className={styles.about}>
          <ShopLogo block={block} shopName={shopName} ground="dark" />
          <p className={styles.muted}>{middleSection.description}</p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className={styles.heading}>
            Quick Links
          </h2>
          <LinkList links={middleSection.quickLinks} />
        </nav>
        <div>
          <h2 className={styles.heading}>Contact</h2>
          <FooterContact {...middleSection.contactInfo} />
        </div>
      </div>
      <div className={`${site.container} ${styles.bottom}`}>
        <p>{bottomSection.copyrightText}</p>
        <nav aria-label="Legal">
          <LinkList links={bottomSection.legalLinks} />
        </nav>
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
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>
        </p>
      )}
    </address>
  );
}

/** The video's picture with the button that opens it in a dialog of at most 800 px; a picture alone would promise one. */
function FooterVideo({ top }: { top: Footer["topSection"] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const video = youtubeId(top.videoUrl);
  if (!video) return null;
  return (
    <div className={styles.video}>
      <Picture
        src={top.imageUrl}
        alt={top.imageAlt}
        sizes="(min-width: 62em) 480px, 88vw"
        className={styles.picture}
      />
      <button
        type="button"
        className={styles.play}
        title={top.tooltipText}
        aria-label={top.tooltipText || "Play the video"}
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Icon name="icon-play" size={28} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the overlay is for pointers; Escape and the button close it for keys. */}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label="Video"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && dialog.current.close()}
      >
        <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
          Close
        </button>
        {open && (
          <Suspense>
            <VideoFrame id={video} title={top.tooltipText || top.logoText} />
          </Suspense>
        )}
      </dialog>
    </div>
  );
}
