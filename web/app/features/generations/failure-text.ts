import { type Message, messages } from "#web/features/generations/messages.tsx";

/** What to say of a failure. Its words come behind the screen, with the button that leads on. */
export const failureText = (
  say: (words: typeof import("#web/features/generations/failures.tsx")) => Message,
) => import("#web/features/generations/failures.tsx").then(say, () => messages.notLoaded);
