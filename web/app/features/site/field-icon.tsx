import { iconClassOf, isIconImage } from "#contract/icons.ts";
import { Icon } from "#web/features/site/elements.tsx";
import { smallUploads } from "#web/ui/image-with-fallback.tsx";

/** What an icon field holds: the address of an image, or a class of the bundled set. */
export function FieldIcon(props: { icon: string; alt?: string; className?: string | undefined }) {
  const { icon, alt = "", className } = props;
  return (
    <span className={className}>
      {isIconImage(icon) ? (
        <img {...smallUploads(icon, "28px")} src={icon} alt={alt} width={28} height={28} loading="lazy" />
      ) : (
        <Icon name={iconClassOf(icon)} size={24} />
      )}
    </span>
  );
}
