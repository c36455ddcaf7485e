import { createToasts } from "#web/ui/toasts.tsx";

/** The back office's stay for five seconds. */
export const editorToasts = createToasts({ success: 5000, error: 5000 });

/** The about section's editor keeps its own for three. */
export const aboutToasts = createToasts({ success: 3000, error: 3000 });
