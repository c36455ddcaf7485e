import { MantineProvider } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { QueryProvider } from "#web/api/query.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { useSignOutElsewhere } from "#web/features/shell/sign-out.ts";
import { useViewerSync } from "#web/features/shell/viewer.ts";
import { cookieColorSchemeManager } from "#web/ui/color-scheme.ts";
import { ConfirmProvider } from "#web/ui/confirm.tsx";
import { useFocusReturn } from "#web/ui/focus-return.ts";
import { cssVariablesResolver, mantineTheme } from "#web/ui/mantine-theme.ts";
import { type ToastPosition, Toasts } from "#web/ui/toasts.tsx";
import "@mantine/core/styles.layer.css";
import "#web/ui/fonts-extended.css";
import "#web/ui/brand.css";

/**
 * What every screen of a signed-in area stands in: theme, query cache, dialog, toasts. Only the layouts of such
 * areas import it, since it brings Mantine's styles, which public pages must not load.
 */
export function Area(props: { toastsAt?: ToastPosition; children: ReactNode }) {
  const { colorScheme } = useRootData();
  const [manager] = useState(cookieColorSchemeManager);
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={manager}
      defaultColorScheme={colorScheme}
    >
      <QueryProvider>
        <ConfirmProvider>
          <AreaEffects />
          {props.children}
          <Toasts position={props.toastsAt ?? "bottom-right"} />
        </ConfirmProvider>
      </QueryProvider>
    </MantineProvider>
  );
}

function AreaEffects() {
  useViewerSync();
  useSignOutElsewhere();
  useFocusReturn();
  return null;
}
