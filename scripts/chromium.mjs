// Finds Chromium, or installs it where this machine lets us.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// The headless build comes before the desktop's: the same engine, at about two thirds of the processor's time.
const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export function findChromium() {
  return places.find((place) => place && existsSync(place));
}

export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.platform === "linux" && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium for the browser journeys …");
    const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
    for (const args of [
      ["update", "-qq"],
      ["install", "-y", "-qq", "chromium-headless-shell"],
      ["install", "-y", "-qq", "chromium"],
    ]) {
      if (findChromium()) break;
      const [command, ...rest] = [...sudo, "apt-get", ...args];
      spawnSync(command, rest, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    }
  }
  const installed = findChromium();
  if (installed) return installed;
  console.error("The browser journeys need Chromium or Chrome; install it, or name it in CHROMIUM_PATH.");
  return process.exit(1);
}
