import { pageTitle } from "#web/features/shell/page-title.ts";
import { SupportConsole } from "#web/features/support/console.tsx";

export const meta = pageTitle("Support Messages");

export default function SupportMessages() {
  return <SupportConsole />;
}
