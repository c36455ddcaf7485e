import { editorToasts } from "#web/ui/editing/notices.tsx";
import { toasts } from "#web/ui/toasts.tsx";

/** Where the profile form stands; it decides the texts of its failures, and where and how long its toasts show. */
export type ProfilePlace = "customer" | "back-office";

export const profileToasts = (place: ProfilePlace) => (place === "back-office" ? editorToasts : toasts);
