import { iconClassOf, isIconImage, plainIcon } from "#contract/icons.ts";
import { Icon } from "#web/features/site/elements.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

/** What an icon field holds: the address of an image, or a class of the bundled set. */
export function FieldIcon(props: { icon: string; alt?: string; className?: string | undefined }) {
  const { icon, alt = "", className } = props;
  return (
    <span className={className}>
      {isIconImage(icon) ? (
        <ImageWithFallback
          src={icon}
          alt={alt}
          width={28}
          height={28}
          sizes="28px"
          loading="lazy"
          fallback={<Icon name={plainIcon} />}
        />
      ) : (
        <Icon name={iconClassOf(icon)} size={24} />
      )}
    </span>
  );
}
