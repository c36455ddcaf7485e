/**
 * The approval page's behaviour: it sends the payer's choice and tells the page that opened it.
 * Sent to browsers as text: it may use nothing from outside itself.
 */
export function checkoutWindow(): void {
  const main = document.querySelector("main");
  if (!main) return;
  const {
    token = "",
    parent = "",
    approve = "",
    returnUrl = "",
    cancelUrl = "",
    problem = "",
  } = main.dataset;
  const form = document.querySelector("form");
  const notice = document.querySelector("[data-notice]");
  const opener: Window | null = window.opener ?? (window.parent === window ? null : window.parent);

  function tell(message: Record<string, string>): boolean {
    if (!opener || !parent) return false;
    if (form) form.hidden = true;
    if (notice) notice.textContent = "Returning to the shop…";
    // A window that vanishes within the click startles people, and breaks off the click of a test.
    setTimeout(() => {
      opener.postMessage({ source: "paypal-emulator", token, ...message }, parent);
      if (window.opener) window.close();
    }, 200);
    return true;
  }

  function leave(url: string, query: Record<string, string>, farewell: string): void {
    if (url) {
      const target = new URL(url);
      for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
      window.location.assign(target);
      return;
    }
    if (form) form.hidden = true;
    if (notice) notice.textContent = farewell;
  }

  function cancel(): void {
    if (problem && tell({ outcome: "error", message: problem })) return;
    if (tell({ outcome: "cancelled" })) return;
    leave(cancelUrl, { token }, "Nothing was paid. You can close this window.");
  }

  async function pay(): Promise<void> {
    const submit = form?.querySelector<HTMLButtonElement>("button[type=submit]");
    const instrument = new FormData(form as HTMLFormElement).get("instrument");
    submit?.setAttribute("aria-busy", "true");
    if (notice) notice.textContent = "Processing…";
    try {
      const response = await fetch(approve, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ instrument }),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.details?.[0]?.description ?? answer.message);
      if (tell({ outcome: "approved", payerID: answer.payerID })) return;
      leave(returnUrl, { token, PayerID: answer.payerID }, "Approved. You can close this window.");
    } catch (error) {
      if (notice) notice.textContent = `That didn't work: ${error instanceof Error ? error.message : error}`;
    } finally {
      submit?.removeAttribute("aria-busy");
    }
  }

  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.querySelector("[aria-busy=true]")) return;
    void pay();
  });
  for (const button of document.querySelectorAll("[data-cancel]")) button.addEventListener("click", cancel);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && token) cancel();
  });
}
