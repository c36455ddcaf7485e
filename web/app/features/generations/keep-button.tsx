import { useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { listGallery } from "#contract/gallery.ts";
import { changeGeneration, type Generation, getGeneration, listGenerations } from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import { storeAnswer } from "#web/api/query.tsx";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";

type Changes = { kept?: 1 | 2 | null; favourite?: boolean; title?: string };

/** Has the lists of runs and designs read again. */
export function useRefreshGallery() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listGenerations, listGallery].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
}

/** Changes what its owner says of a generation; `problem` is why the last change did not go through. */
export function useChangeGeneration(id: string, onChanged?: (generation: Generation) => void) {
  const client = useQueryClient();
  const refresh = useRefreshGallery();
  const { attempt, problem } = useAttempt();

  /** Answers whether it went through. */
  const change = (body: Changes) =>
    attempt("This could not be saved.", async () => {
      const input = { params: { id } };
      const answer = await api(changeGeneration, { ...input, body });
      storeAnswer(client, getGeneration, input, answer.body);
      onChanged?.(answer.body.data);
      await refresh();
    });
  return { change, problem };
}

/** The star of the better one of a pair; pressed again, none is kept. */
export function KeepButton(props: {
  generation: Generation;
  position: 1 | 2;
  onChanged?: (generation: Generation) => void;
}) {
  const { generation, position } = props;
  const { change, problem } = useChangeGeneration(generation.id, props.onChanged);
  const isKept = generation.kept === position;
  return (
    <div>
      <Button
        size="sm"
        px="xs"
        variant={isKept ? "light" : "subtle"}
        color={isKept ? undefined : "gray"}
        leftSection={<Star size={16} fill={isKept ? "currentColor" : "none"} aria-hidden />}
        aria-pressed={isKept}
        aria-label={`Keep thumbnail ${position}`}
        onClick={() => change({ kept: isKept ? null : position })}
      >
        {isKept ? "Kept" : "Keep"}
      </Button>
      <Problem text={problem} />
    </div>
  );
}
