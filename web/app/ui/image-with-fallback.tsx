import { type ImgHTMLAttributes, type ReactNode, useEffect, useRef, useState } from "react";
import type { PreviewWidth } from "#contract/previews.ts";
import styles from "#web/ui/image-with-fallback.module.css";
import { LogoMark } from "#web/ui/logo.tsx";

/** Not imported: the contract would bring its schema library to the public pages. */
const widths: PreviewWidth[] = [320, 640];
const upload = /^\/uploads\/[\w-]+\.\w+$/;

/**
 * The small versions of an uploaded picture, for an `img` whose width on the page CSS gives: `sizes` says it. Nothing
 * for any other picture. An upload's own width is not known here; 1280 only has to be more than the small ones.
 */
export function smallUploads(src: string | null | undefined, sizes: string) {
  if (!src || !upload.test(src)) return {};
  const small = widths.map((width) => `${src}?width=${width} ${width}w`);
  return { srcSet: [...small, `${src} 1280w`].join(", "), sizes };
}

type ImageProps = Omit<ImgHTMLAttributes<HTMLImageElement>, "onError" | "src" | "alt"> & {
  src: string | null | undefined;
  alt: string;
  /** Kept free while the picture loads and filled by the fallback: 16 / 9, 1, … */
  ratio?: number | string;
  /** Shown in place of a missing or broken picture; by default a quiet plate with the mark. */
  fallback?: ReactNode;
};

/**
 * A picture that keeps its place, and shows a plate of the same size when its address is empty or broken. With `sizes`,
 * an uploaded one comes in the width that it is shown in.
 */
export function ImageWithFallback(props: ImageProps) {
  const { src, alt, ratio, fallback, className, style, srcSet, sizes, ...rest } = props;
  const [broken, setBroken] = useState<string>();
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    // A picture that failed before hydration has fired its error event already.
    const element = image.current;
    if (src && element?.complete && element.naturalWidth === 0) setBroken(src);
  }, [src]);

  const box = { aspectRatio: ratio, ...style };
  if (src && broken !== src) {
    return (
      <img
        {...rest}
        {...(srcSet ? { srcSet, sizes } : sizes ? smallUploads(src, sizes) : {})}
        ref={image}
        src={src}
        alt={alt}
        className={[styles.image, className].filter(Boolean).join(" ")}
        style={box}
        onError={() => setBroken(src)}
      />
    );
  }
  if (fallback !== undefined) return fallback;
  const naming = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return (
    <span {...naming} className={[styles.plate, className].filter(Boolean).join(" ")} style={box}>
      <LogoMark size={28} />
    </span>
  );
}
