import { prefetchOnIntent } from "#web/features/shell/prefetch-on-intent.ts";

/** TypeScript's DOM has none yet. https://html.spec.whatwg.org/multipage/interaction.html#close-request */
declare global {
  interface Window {
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** What an area does beside its screens once the browser is at rest. Returns how to end it. */
export function startAtRest(...router: Parameters<typeof prefetchOnIntent>): () => void {
  const ends = [prefetchOnIntent(...router), closeOnBack()];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Has a phone's Back close the open dialog, as Escape would, in place of leaving the page, where the browser can tell of it.
 * Only touch screens are watched: a keyboard's Escape reaches the dialog by itself, and would close the one below too.
 */
function closeOnBack(): () => void {
  const { CloseWatcher } = window;
  if (!CloseWatcher || !matchMedia("(pointer: coarse)").matches) return () => undefined;
  const watched = new Map<Element, InstanceType<typeof CloseWatcher>>();

  function watch(): void {
    const open = new Set(document.querySelectorAll("body > * > [role=dialog]"));
    for (const [dialog, watcher] of watched) {
      if (open.has(dialog)) continue;
      watcher.destroy();
      watched.delete(dialog);
    }
    for (const dialog of open) {
      if (watched.has(dialog)) continue;
      const watcher = new CloseWatcher!();
      watcher.addEventListener("close", () => {
        (document.activeElement ?? dialog).dispatchEvent(
          new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
        );
        // One that stays, since it asks first, is watched anew.
        watched.delete(dialog);
        setTimeout(watch);
      });
      watched.set(dialog, watcher);
    }
  }

  const observer = new MutationObserver(watch);
  observer.observe(document.body, { childList: true });
  watch();
  return () => {
    observer.disconnect();
    for (const watcher of watched.values()) watcher.destroy();
  };
}
