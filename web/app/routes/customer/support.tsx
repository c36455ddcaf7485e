import { pageTitle } from "#web/features/shell/page-title.ts";
import { SupportScreen } from "#web/features/support/support-screen.tsx";

export const meta = pageTitle("Support Messages");

export default function Support() {
  return <SupportScreen />;
}
