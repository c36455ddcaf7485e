// Loaded before the first paint in the areas whose styles need the attribute to say "light" or "dark".
(() => {
  const kept = /(?:^|;\s*)color-scheme=(light|dark)(?:;|$)/.exec(document.cookie);
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.setAttribute("data-color-scheme", kept ? kept[1] : system);
})();
