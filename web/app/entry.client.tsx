import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/**
 * A part that comes late brings each style sheet that it needs along, also one that the page has for its route, which
 * would go with the route: React Router marks that one by a '#'. At the end of the head the copy would overrule what
 * the screen itself says; it belongs behind its like.
 */
function keepStylesInOrder(): void {
  const addressOf = ({ href }: HTMLLinkElement) => href.replace(/#$/, "");
  function settle(added: HTMLLinkElement) {
    const sheets = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    const alike = sheets.filter((sheet) => addressOf(sheet) === addressOf(added));
    const ofRoute = alike.find(({ href }) => href.endsWith("#"));
    const copy = alike.find(({ href }) => !href.endsWith("#"));
    if (ofRoute && copy && ofRoute.nextSibling !== copy) ofRoute.after(copy);
  }
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLinkElement && node.rel === "stylesheet") settle(node);
  });
  observer.observe(document.head, { childList: true });
}

keepStylesInOrder();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
