import { useEffect, useEffectEvent, useState } from "react";

/** Files that are dropped on the page or pasted; answers whether some are being dragged over it. */
export function useFilesFromElsewhere(add: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) add(files);
  });
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const end = () => {
      depth = 0;
      setOver(false);
    };
    const on = {
      dragenter: (event: globalThis.DragEvent) => {
        if (!hasFiles(event)) return;
        depth += 1;
        setOver(true);
      },
      dragleave: (event: globalThis.DragEvent) => {
        if (!hasFiles(event)) return;
        depth -= 1;
        if (depth <= 0) end();
      },
      // Without it the browser goes to the file.
      dragover: (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault(),
      drop: (event: globalThis.DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        take(event.dataTransfer?.files);
      },
      paste: (event: ClipboardEvent) => take(event.clipboardData?.files),
    };
    const listeners = Object.entries(on) as [string, EventListener][];
    for (const [type, hear] of listeners) document.addEventListener(type, hear);
    return () => {
      for (const [type, hear] of listeners) document.removeEventListener(type, hear);
    };
  }, []);
  return isOver;
}
