import { type ImgHTMLAttributes, type ReactNode, useEffect, useRef, useState } from "react";
import styles from "#web/ui/image-with-fallback.module.css";
import { LogoMark } from "#web/ui/logo.tsx";

type ImageProps = Omit<ImgHTMLAttributes<HTMLImageElement>, "onError" | "src" | "alt"> & {
  src: string | null | undefined;
  alt: string;
  /** Kept free while the picture loads and filled by the fallback: 16 / 9, 1, … */
  ratio?: number | string;
  /** Shown in place of a missing or broken picture; by default a quiet plate with the mark. */
  fallback?: ReactNode;
};

/** A picture that keeps its place, and shows a plate of the same size when its address is empty or broken. */
export function ImageWithFallback({ src, alt, ratio, fallback, className, style, ...rest }: ImageProps) {
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
