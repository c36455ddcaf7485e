import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { Logo } from "#web/ui/logo.tsx";
import styles from "#web/ui/logo-picture.module.css";

/** The drawn logo stands for the default picture: it is sharp at every size and takes the text's colour. */
export const defaultLogo = "/media/defaults/logo.webp";

/** The logo that an admin set for the ground it stands on, or the drawn one. Without `ground` it follows the scheme. */
export function LogoPicture(props: {
  urls: { logoUrl: string; darkLogoUrl?: string | undefined } | undefined;
  ground?: "dark" | undefined;
  name: string;
}) {
  const { urls, ground, name } = props;
  const light = urls?.logoUrl;
  const dark = urls?.darkLogoUrl || light;
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
