import type { Page } from "playwright-core";

/** Keeps from now on what statuses that stand already come to say, as screen readers read it out. */
export async function recordAnnounced(page: Page): Promise<() => Promise<string[]>> {
  const announced = await page.evaluateHandle(() => {
    const said: string[] = [];
    const note = ({ target }: MutationRecord) => {
      const within = target instanceof Element ? target : target.parentElement;
      const text = within?.closest("[role=status]")?.textContent;
      if (text && said.at(-1) !== text) said.push(text);
    };
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver((all) => all.forEach(note)).observe(document.body, changes);
    return said;
  });
  return () => announced.jsonValue();
}
