import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

/** The shop's own pictures lie there in three widths; whatever an admin pastes has one. */
const own = /^(\/media\/defaults\/(?!voice-|logo\b)[\w-]+)\.webp$/;

/**
 * A thumbnail or another picture of a page: keeps its 16:9 place while it loads, shows a plate when it is broken.
 * `sizes` is its width on the page as CSS says it; `eager` only for what stands in the first view: "first" for the one
 * picture that the view waits for, "after" for what comes after it where the link is slow.
 */
export function Picture(props: {
  src: string;
  alt: string;
  sizes: string;
  eager?: boolean | "first" | "after";
  className?: string | undefined;
  ratio?: string;
}) {
  const { src, alt, sizes, eager, className, ratio = "16 / 9" } = props;
  const base = own.exec(src)?.[1];
  const widths = base ? { srcSet: `${base}-320.webp 320w, ${base}-640.webp 640w, ${src} 1280w`, sizes } : {};
  return (
    <ImageWithFallback
      src={src}
      alt={alt}
      width={1280}
      height={720}
      ratio={ratio}
      className={className}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      fetchPriority={eager === "first" ? "high" : eager === "after" ? "low" : undefined}
      {...widths}
    />
  );
}
