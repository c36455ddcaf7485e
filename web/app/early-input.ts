/**
 * What a person does with a form before the page's scripts have come: what was typed is told to the scripts once they
 * are there, and a form that was sent waits for them, since hardly an address takes what the browser itself would send.
 * Where the scripts do not come, as after an update of the shop, the form says so and keeps what was typed; one that only
 * leads to another page, and says so by its method, is sent by the browser.
 */
const keeper = `(() => {
  document.currentScript.remove();
  const typed = new Set();
  const refusal = document.createElement("p");
  refusal.setAttribute("role", "alert");
  refusal.textContent = "This was not sent: a part of the page did not load. Copy what you want to keep, load the page again and send it from there.";
  refusal.style.cssText = "grid-column: 1 / -1; color: var(--color-danger)";
  let sent;
  let failed = false;
  const tell = () => {
    if (!failed || !sent) return;
    // The property is "get" of a form without a method as well.
    if (sent.target.getAttribute("method") === "get") sent.target.submit();
    else sent.target.append(refusal);
  };
  const type = ({ target }) => typed.add(target);
  const hold = (event) => {
    event.preventDefault();
    sent = event;
    tell();
  };
  const stop = () => {
    removeEventListener("input", type, true);
    removeEventListener("submit", hold, true);
    removeEventListener("error", fail, true);
    removeEventListener("unhandledrejection", fail);
    removeEventListener("hydrated", go);
  };
  // The first script is an element's, those that it asks for are a promise's.
  const fail = ({ type, target }) => {
    if (type === "error" && !(target instanceof HTMLScriptElement)) return;
    failed = true;
    tell();
  };
  const go = () => {
    stop();
    refusal.remove();
    for (const field of typed) {
      const text = field.value;
      if (!("defaultValue" in field) || /^(checkbox|radio|file)$/.test(field.type) || !field.isConnected) continue;
      // React takes a value for new that differs from the one it set last, by the field's own setter.
      field.value = "";
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, text);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    sent?.target.requestSubmit(sent.submitter);
  };
  addEventListener("input", type, true);
  addEventListener("submit", hold, true);
  addEventListener("error", fail, true);
  addEventListener("unhandledrejection", fail);
  addEventListener("hydrated", go);
})();`;

/** The policy allows inline scripts that bear the rendering's mark. */
export function keepEarlyInput(html: string, mark: string): string {
  return html.replace("</head>", () => `<script nonce="${mark}">${keeper}</script></head>`);
}
