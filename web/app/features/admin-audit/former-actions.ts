/** The calls that older releases wrote down in words of their own: "Update banner-section". `#` is the part's path. */
const formerly: Record<string, string> = {
  Update: "PUT #",
  Toggle: "PATCH #/toggle",
  Deactivate: "DELETE #",
  Reset: "POST #/reset",
  Restore: "POST #/restore",
  "Restore a version of": "POST /api/content/{part}/versions/{version}/restore",
  "Add to": "POST #",
  "Edit in": "PUT #/{id}",
  "Toggle in": "PATCH #/{id}/toggle",
  "Delete from": "DELETE #/{id}",
  Order: "PUT #/order",
};

const isPage = (part: string) => ["terms", "privacy", "refund-policy"].includes(part);

/** An action of the audit log as it is written now. A stored line is never changed, so the former words stay. */
export function currentName(action: string): string {
  const [, verb = "", part = ""] = action.match(/^([A-Z][a-z].*) ([\w-]+)$/) ?? [];
  return formerly[verb]?.replace("#", isPage(part) ? "/api/pages/{slug}" : `/api/${part}`) ?? action;
}
