import { AuditList } from "#web/features/audit/audit-list.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";

export const meta = pageTitle("Audit log");

export default function AdminAuditLog() {
  return <AuditList />;
}
