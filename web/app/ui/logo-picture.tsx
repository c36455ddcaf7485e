import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { Logo } from "#web/ui/logo.tsx";
import styles from "#web/ui/logo-picture.module.css";

/** The drawn logo stands for the default picture: it is sharp at every size and takes the text's colour. */
export const defaultLogo = "/media/defaults/logo.webp";

/** What an admin set in the footer's content. */
export interface LogoContent {
  topSection: { logoText: string };
  middleSection: { logoUrl: string; darkLogoUrl?: string | undefined };
}

/**
 * The logo that an admin set for the ground it stands on, or the drawn one, under the name of the content, else the shop's.
 * Without `ground` it follows the scheme.
 */
export function LogoPicture(props: {
  content: LogoContent | null | undefined;
  shopName: string;
  ground?: "dark" | undefined;
}) {
  const { content, ground } = props;
  const name = content?.topSection.logoText.trim() || props.shopName;
  const light = content?.middleSection.logoUrl;
  const dark = content?.middleSection.darkLogoUrl || light;
  const picture = (url: string | undefined, className?: string) => (
    <span className={className ?? styles.onBoth}>
      <ImageWithFallback
        className={styles.picture}
        src={url === defaultLogo ? "" : url}
        sizes="11rem"
        alt={name}
        loading={className ? "lazy" : undefined}
        fallback={<Logo name={name} size={28} />}
      />
    </span>
  );
  if (ground || light === dark) return picture(dark);
  return (
    <>
      {picture(light, styles.onLight)}
      {picture(dark, styles.onDark)}
    </>
  );
}

/** In place of the logo where the footer's content could not be had; the documented reason is its hint, and read out. */
export function LogoError({ isNetwork }: { isNetwork: boolean }) {
  const reason = isNetwork ? "Error fetching footer data" : "Failed to fetch footer data";
  return (
    <span className={styles.error} title={reason}>
      Logo Error<span className="visually-hidden">{`: ${reason}`}</span>
    </span>
  );
}
