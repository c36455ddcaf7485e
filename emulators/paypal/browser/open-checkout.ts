import type { CheckoutWindow, FundingSource, Outcome, SdkConfig } from "./types.ts";

/**
 * Opens the approval window: a popup, or a frame in the page where popups are blocked. It must be
 * called while the click still counts as the person's own, so the window opens before the order exists.
 * Sent to browsers as text: it may use nothing from outside itself.
 */
export function openCheckout(
  config: SdkConfig,
  fundingSource: FundingSource,
  onOutcome: (outcome: Outcome | { outcome: "cancelled"; token: "" }) => void,
): CheckoutWindow {
  const origin = new URL(config.base).origin;
  const width = 480;
  const height = 760;
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
  const popup = window.open(
    `${config.base}/checkoutnow`,
    "",
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  );
  let finished = false;
  let watching: ReturnType<typeof setInterval> | undefined;

  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    dialog { box-sizing: border-box; border: 0; border-radius: 14px; padding: 28px; max-width: min(420px, 92vw);
      background: #ffffff; color: #14181f; text-align: center;
      font: 400 16px/1.5 "Helvetica Neue", Arial, system-ui, sans-serif; }
    dialog::backdrop { background: rgb(8 12 20 / 78%); }
    dialog.framed { padding: 0; width: min(480px, 96vw); height: min(780px, 94vh); max-width: none; max-height: none; overflow: hidden; }
    iframe { display: block; width: 100%; height: 100%; border: 0; }
    h2 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
    p { margin: 0 0 20px; }
    button { min-height: 44px; margin: 4px; padding: 8px 18px; border-radius: 999px; cursor: pointer;
      border: 2px solid #0f62c4; background: #0f62c4; color: #ffffff; font: inherit; font-weight: 600; }
    button.quiet { background: transparent; color: #0b4fa0; }
    button:focus-visible { outline: 3px solid #14181f; outline-offset: 2px; }
  `);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "PayPal demo checkout");
  root.append(dialog);
  let frame: HTMLIFrameElement | undefined;

  function finish(outcome: Outcome | { outcome: "cancelled"; token: "" }): void {
    if (finished) return;
    close();
    onOutcome(outcome);
  }

  function close(): void {
    finished = true;
    clearInterval(watching);
    window.removeEventListener("message", receive);
    if (popup && !popup.closed) popup.close();
    dialog.close();
    host.remove();
  }

  function receive(event: MessageEvent): void {
    const from = popup ?? frame?.contentWindow;
    if (event.origin !== origin || event.source !== from) return;
    if (event.data?.source === "paypal-emulator") finish(event.data as Outcome);
  }

  function button(text: string, className: string, onClick: () => void): HTMLButtonElement {
    const element = document.createElement("button");
    element.type = "button";
    element.className = className;
    element.textContent = text;
    element.addEventListener("click", onClick);
    return element;
  }

  if (popup) {
    const title = document.createElement("h2");
    title.textContent = "Finish in the PayPal demo window";
    const text = document.createElement("p");
    text.textContent = "Can't see it? It may be behind this one.";
    dialog.append(
      title,
      text,
      button("Show the window", "", () => popup.focus()),
      button("Cancel payment", "quiet", () => finish({ outcome: "cancelled", token: "" })),
    );
    // A window that is closed by hand sends nothing; its last message may still be on its way.
    watching = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(watching);
      setTimeout(() => finish({ outcome: "cancelled", token: "" }), 250);
    }, 250);
  } else {
    frame = document.createElement("iframe");
    frame.title = "PayPal demo checkout";
    frame.src = `${config.base}/checkoutnow`;
    dialog.className = "framed";
    dialog.append(frame);
  }
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    finish({ outcome: "cancelled", token: "" });
  });
  window.addEventListener("message", receive);
  document.body.append(host);
  dialog.showModal();

  return {
    show: (orderId) => {
      if (finished) return;
      const query = new URLSearchParams({
        token: orderId,
        fundingSource,
        clientId: config.clientId,
        currency: config.currency,
        parent: window.location.origin,
      });
      const url = `${config.base}/checkoutnow?${query}`;
      if (popup) popup.location.href = url;
      else if (frame) frame.src = url;
    },
    focus: () => popup?.focus(),
    close,
  };
}
