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
