import { useState } from "react";
import { Text } from "#web/ui/elements/text.tsx";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";

/** What did not work, and the reason that came with it. */
export const failureText = (what: string, error: unknown) =>
  `${what} ${error instanceof Error ? error.message : ""}`.trim();

/** What a control does, one at a time; `problem` is why the last did not work, until the next begins. */
export function useAttempt() {
  const { run, busy } = useOneAtATime();
  const [problem, setProblem] = useState<string | null>(null);

  /** `what` is said before the reason, or words it. Answers whether it worked. */
  async function attempt(
    what: string | ((error: unknown) => string),
    work: () => Promise<unknown>,
  ): Promise<boolean> {
    const worked = await run(async () => {
      setProblem(null);
      try {
        await work();
        return true;
      } catch (error) {
        setProblem(typeof what === "string" ? failureText(what, error) : what(error));
        return false;
      }
    });
    return worked ?? false;
  }
  return { attempt, busy, problem, setProblem };
}

export type Attempt = ReturnType<typeof useAttempt>;

/** Wherever the page stands by then. */
const showIt = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });

/** Why what a control does has failed, beside it. */
export function Problem({ text }: { text: string | null }) {
  return (
    text && (
      <Text ref={showIt} role="alert" c="red" size="sm" mt={4}>
        {text}
      </Text>
    )
  );
}
