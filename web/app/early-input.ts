/**
 * What a person does with a form before the page's scripts have come: what was typed is told to the scripts once they
 * are there, and a form that was sent waits for them, since the browser's own way of sending knows nothing of where the
 * person came from. Where the scripts do not come, the browser sends it.
 */
const keeper = `(() => {
  document.currentScript.remove();
  const typed = new Set();
  let sent;
  const type = ({ target }) => typed.add(target);
  const hold = (event) => {
    event.preventDefault();
    sent = event;
  };
  const stop = () => {
    removeEventListener("input", type, true);
    removeEventListener("submit", hold, true);
    removeEventListener("error", fail, true);
    removeEventListener("hydrated", go);
  };
  const fail = ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    stop();
    sent?.target.submit();
  };
  const go = () => {
    stop();
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
  addEventListener("hydrated", go);
})();`;

/** The policy allows inline scripts that bear the rendering's mark. */
export function keepEarlyInput(html: string, mark: string): string {
  return html.replace("</head>", () => `<script nonce="${mark}">${keeper}</script></head>`);
}
