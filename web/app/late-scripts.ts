/**
 * Starts them once, when something of the page has been painted: its ground alone may come before that. A tab that nobody
 * sees paints nothing and starts them when it has loaded, as does one that is left before its paint; a browser that tells
 * no paint has a second for it.
 */
const starter = `(() => {
  const code = document.currentScript.previousElementSibling;
  document.currentScript.remove();
  let start = () => {
    start = () => {};
    for (const link of document.querySelectorAll("link[rel=later]")) link.rel = "modulepreload";
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = code.textContent;
    code.replaceWith(script);
  };
  addEventListener("load", () => document.hidden ? start() : setTimeout(() => start(), 1000));
  document.addEventListener("visibilitychange", () => document.hidden && start());
  const hasContent = (list) => list.getEntriesByName("first-contentful-paint").length > 0;
  new PerformanceObserver((list) => hasContent(list) && start()).observe({ type: "paint", buffered: true });
})();`;

/**
 * Has every page load its scripts after its first paint, so that they take nothing from what is seen first on a slow
 * link. It answers no later for that, as bytes are what it waits for. React Router can only ask for them at once. The
 * code keeps its text, by whose hash the policy allows it: only what bears the rendering's own mark, since a script
 * that came in by someone's text must not get one here.
 */
export function startScriptsLate(html: string, mark: string): string {
  const inline = (type: string, code: string) => `<script${type} nonce="${mark}">${code}</script>`;
  const modules = new RegExp(
    `<script(?=[^>]* type="module")(?=[^>]* nonce="${mark}")[^>]*>([\\s\\S]*?)</script>`,
  );
  return html
    .replace(modules, (_all, code: string) => inline(' type="text/plain"', code) + inline("", starter))
    .replaceAll('<link rel="modulepreload"', '<link rel="later"');
}
