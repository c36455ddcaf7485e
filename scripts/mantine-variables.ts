import { fileURLToPath } from "node:url";
import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Plugin, runnerImport } from "vite";
import type * as Theme from "#web/ui/mantine-theme.ts";

const theme = fileURLToPath(new URL("../web/app/ui/mantine-theme.ts", import.meta.url));

/**
 * Fills mantine-variables.css with what the component library would else compute and write into each page, 26 kB of
 * text that is the same for all of them.
 */
export function mantineVariables(): Plugin {
  return {
    name: "mantine-variables",
    enforce: "pre",
    async transform(_code, id) {
      if (!id.split("?")[0]!.endsWith("/ui/mantine-variables.css")) return;
      const { module, dependencies } = await runnerImport<typeof Theme>(theme, { logLevel: "warn" });
      for (const file of [theme, ...dependencies]) this.addWatchFile(file);
      return { code: styleOf(module), map: null };
    },
  };
}

function styleOf({ mantineTheme, cssVariablesResolver }: typeof Theme): string {
  const provider = createElement(MantineProvider, {
    theme: mantineTheme,
    cssVariablesResolver,
  });
  return renderToStaticMarkup(provider).replaceAll(/<\/?style[^>]*>/g, "");
}
