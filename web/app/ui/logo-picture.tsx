import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { Logo } from "#web/ui/logo.tsx";
import styles from "#web/ui/logo-picture.module.css";

/** The drawn logo stands for the default picture: it is sharp at every size and takes the text's colour. */
export const defaultLogo = "/media/defaults/logo.webp";

/** The logo that an admin set for the ground it stands on, or the drawn one. Without `ground` it follows the scheme. */
export function LogoPicture(props: {
  urls: { logoUrl: string; darkLogoUrl?: string | undefined } | undefined;
  ground?: "dark" | undefined;
  /** Drawn where there is no picture. */
  name: string;
  alt: string;
}) {
  const { ground, name, alt } = props;
  const light = props.urls?.logoUrl;
  const dark = props.urls?.darkLogoUrl || light;
  const picture = (url: string | undefined, loading?: "lazy") => (
    <ImageWithFallback
      className={styles.picture}
      src={url === defaultLogo ? "" : url}
      sizes="11rem"
      alt={alt}
      loading={loading}
      fallback={<Logo name={name} size={28} />}
    />
  );
  if (ground || light === dark) return picture(dark);
  return (
    <>
      <span className={styles.onLight}>{picture(light, "lazy")}</span>
      <span className={styles.onDark}>{picture(dark, "lazy")}</span>
    </>
  );
}
