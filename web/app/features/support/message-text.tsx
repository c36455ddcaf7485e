const webAddress = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/g;

/** What somebody wrote, line breaks kept and web addresses as links; never markup. */
export function MessageText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p className={className}>
      {text.split(webAddress).map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places.
          <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
