import type { AnchorHTMLAttributes } from "react";
import { Link } from "react-router";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

/** One of the bundled set's drawings, by its class; the file is loaded once for all of them. */
export function Icon({
  name,
  size = 24,
  className,
}: {
  name: string;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg width={size} height={size} className={className} aria-hidden="true" focusable="false">
      <use href={`/media/icons.svg#${name}`} />
    </svg>
  );
}

/** The shop's own pictures lie there in three widths, as an upload can be had; what an admin pastes has one. */
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
  const widths = base ? { srcSet: `${base}-320.webp 320w, ${base}-640.webp 640w, ${src} 1280w` } : {};
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
      sizes={sizes}
      {...widths}
    />
  );
}

/** Paths that are the server's own or end as a file does, /sitemap.xml, and no page of the router. */
const files = /^\/(uploads|media|assets|api)\/|^[^?#]*\.\w+(?:[?#]|$)/;

/** A link to wherever an admin's text leads: a page of this site, an anchor, another site, a mail or a call. */
export function SmartLink({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  if (href.startsWith("/") && !files.test(href)) return <Link {...rest} to={href} />;
  return <a {...rest} href={href} {...(/^https?:/i.test(href) ? { rel: "noopener" } : {})} />;
}
