/** The approval page's stylesheet: light and dark, from 320 px up, all text at AA contrast. */
export const checkoutStyles = `
:root {
  color-scheme: light dark;
  --page: light-dark(#eef2f8, #0b1120);
  --card: light-dark(#ffffff, #151d2e);
  --ink: light-dark(#101828, #eef2fa);
  --soft: light-dark(#4a5468, #aab6ca);
  --line: light-dark(#cfd7e4, #33405a);
  --edge: light-dark(#6a768c, #8794ac);
  --brand: light-dark(#0a3a8c, #a9c7ff);
  --accent: light-dark(#0f5bd0, #7fb0ff);
  --on-accent: light-dark(#ffffff, #07152e);
  --chosen: light-dark(#edf4ff, #1b2a47);
  --demo: light-dark(#fff1c9, #453612);
  --on-demo: light-dark(#4d3800, #ffe7a6);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--page); color: var(--ink);
  font: 400 1rem/1.5 "Helvetica Neue", "Segoe UI", Arial, system-ui, sans-serif;
}
.demo {
  margin: 0; padding: 10px 16px; background: var(--demo); color: var(--on-demo);
  text-align: center; font-size: 0.9375rem; font-weight: 600;
}
.top { display: flex; align-items: center; justify-content: space-between; gap: 12px; max-width: 480px; margin: 0 auto; padding: 20px 20px 12px; }
.mark { font-size: 1.5rem; font-weight: 800; font-style: italic; letter-spacing: -0.02em; color: var(--brand); }
.who { font-size: 0.875rem; color: var(--soft); text-align: right; overflow-wrap: anywhere; }
main { max-width: 480px; margin: 0 auto; padding: 0 12px 32px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 18px; padding: 24px; }
h1 { margin: 0; font-size: 1.125rem; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.amount { margin: 4px 0 2px; font-size: clamp(1.75rem, 9vw, 2.375rem); font-weight: 700; line-height: 1.15; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.for { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 6px 16px; margin: 18px 0 0; padding-top: 16px; border-top: 1px solid var(--line); font-size: 0.9375rem; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.total { font-weight: 700; color: var(--ink); }
fieldset { margin: 22px 0 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 10px; font-weight: 600; }
label { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; align-items: center; padding: 12px 14px; border: 1px solid var(--edge); border-radius: 12px; cursor: pointer; }
label + label { margin-top: 8px; }
label:has(:checked) { border-color: var(--accent); background: var(--chosen); box-shadow: 0 0 0 1px var(--accent); }
label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
input { grid-row: span 2; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
input:focus-visible { outline: none; }
label b { font-weight: 600; }
label small { font-size: 0.875rem; color: var(--soft); }
button { width: 100%; min-height: 48px; margin-top: 10px; padding: 10px 20px; border: 2px solid transparent; border-radius: 999px; cursor: pointer; font: inherit; font-weight: 600; }
button[type=submit] { margin-top: 22px; background: var(--accent); color: var(--on-accent); }
button[type=submit]:hover { filter: brightness(1.08); }
button[type=button] { background: transparent; color: var(--accent); }
button[type=button]:hover { background: var(--chosen); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button[aria-busy=true] { cursor: progress; opacity: 0.7; }
.notice { min-height: 1.5em; margin: 14px 0 0; text-align: center; font-weight: 600; overflow-wrap: anywhere; }
.notice:empty { min-height: 0; margin: 0; }
.small { margin: 16px 8px 0; font-size: 0.8125rem; color: var(--soft); text-align: center; }
[hidden] { display: none; }
@media (max-width: 400px) { .card { padding: 18px; } }
@media (prefers-reduced-motion: no-preference) { .card { animation: rise 240ms ease-out; } @keyframes rise { from { transform: translateY(8px); } } }
`;
