import type { ButtonStyle, ButtonsView, FundingSource } from "./types.ts";

/**
 * Draws the payment buttons in a shadow tree with an adopted stylesheet: neither needs the page's
 * content security policy to allow inline styles, and the page's own styles stay out.
 * Sent to browsers as text: it may use nothing from outside itself.
 */
export function drawButtons(
  sources: FundingSource[],
  style: ButtonStyle,
  onClick: (source: FundingSource) => void,
): ButtonsView {
  const colours: Record<string, [string, string, string]> = {
    gold: ["#ffc439", "#14181f", "#f2b114"],
    blue: ["#0f62c4", "#ffffff", "#0b4fa0"],
    silver: ["#e7eaee", "#14181f", "#d7dce2"],
    white: ["#ffffff", "#14181f", "#f1f3f5"],
    black: ["#22262c", "#ffffff", "#3a4049"],
  };
  const names: Record<string, string> = {
    paypal: "PayPal",
    checkout: "PayPal Checkout",
    buynow: "PayPal Buy Now",
    pay: "Pay with PayPal",
    installment: "PayPal Installments",
    subscribe: "PayPal Subscribe",
    donate: "PayPal Donate",
  };
  const [fill, ink, hover] = colours[style.color ?? "gold"] ?? (colours.gold as [string, string, string]);
  const height = Math.min(55, Math.max(25, style.height ?? 45));
  const corners: Record<string, number> = { rect: 6, pill: height / 2, sharp: 0 };
  const radius = style.borderRadius ?? corners[style.shape ?? "rect"] ?? 6;
  const horizontal = style.layout === "horizontal";

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; width: 100%; min-width: 150px; ${style.disableMaxWidth ? "" : "max-width: 750px;"} }
    .buttons { display: flex; flex-direction: ${horizontal ? "row" : "column"}; flex-wrap: wrap; gap: 12px; }
    button {
      flex: ${horizontal ? "1 1 180px" : "0 0 auto"}; box-sizing: border-box; min-height: ${height}px;
      padding: 4px 16px; border: 1px solid transparent; border-radius: ${radius}px; cursor: pointer;
      font: 600 16px/1.2 "Helvetica Neue", Arial, system-ui, sans-serif; letter-spacing: 0.01em;
      background: ${fill}; color: ${ink}; transition: background-color 120ms;
    }
    button:hover { background: ${hover}; }
    button:focus-visible { outline: 3px solid #1a73e8; outline-offset: 2px; box-shadow: 0 0 0 2px #ffffff; }
    button[data-colour="white"] { border-color: #555d68; }
    button[data-source="card"] { background: #22262c; color: #ffffff; border-color: #6b7280; }
    button[data-source="card"]:hover { background: #3a4049; }
    button[aria-disabled="true"] { cursor: not-allowed; opacity: 0.55; }
    button[aria-busy="true"] { cursor: progress; }
    b { font-style: italic; font-weight: 800; }
    p { margin: 8px 0 0; text-align: center; font: 400 12px/1.4 system-ui, sans-serif; color: inherit; }
    @media (prefers-reduced-motion: reduce) { button { transition: none; } }
  `);
  const element = document.createElement("div");
  const root = element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  const list = document.createElement("div");
  list.className = "buttons";
  root.append(list);

  const buttons = sources.map((source) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.source = source;
    if (source === "paypal") button.dataset.colour = style.color ?? "gold";
    const text = source === "card" ? "Debit or Credit Card" : (names[style.label ?? "paypal"] ?? "PayPal");
    for (const part of text.split(/(PayPal)/)) {
      const piece = document.createElement(part === "PayPal" ? "b" : "span");
      piece.textContent = part;
      if (part) button.append(piece);
    }
    button.addEventListener("click", () => onClick(source));
    list.append(button);
    return button;
  });
  const note = document.createElement("p");
  note.textContent = "Demo payment: no real money moves.";
  root.append(note);

  return {
    element,
    setDisabled: (disabled) => {
      for (const button of buttons) button.setAttribute("aria-disabled", String(disabled));
    },
    setBusy: (source) => {
      for (const button of buttons)
        button.setAttribute("aria-busy", String(button.dataset.source === source));
    },
  };
}
