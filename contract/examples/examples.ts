import type { Call } from "../call.ts";
import answers from "./answers.json" with { type: "json" };
import { designExamples } from "./designs.ts";
import { type Example, type ExampleAnswer, idOf } from "./example.ts";
import { runExamples } from "./generations.ts";
import messages from "./messages.json" with { type: "json" };
import { balanceExamples, galleryExamples, referenceExamples } from "./other.ts";
import { webhookExamples } from "./webhooks.ts";

/** In the order of the page. Each is run against a shop by `server/test/developers/examples.test.ts`. */
export const examples: readonly Example[] = [
  ...runExamples,
  ...designExamples,
  ...referenceExamples,
  ...galleryExamples,
  ...balanceExamples,
  ...webhookExamples,
];

const nameOf = ({ method, path }: Pick<Call, "method" | "path">) => `${method} ${path}`;
const byCall = new Map(examples.map((example) => [nameOf(example.call), example]));

export const exampleOf = (call: Call): Example | undefined => byCall.get(nameOf(call));

/** As the test recorded it. */
export const answerOf = (example: Example): ExampleAnswer | undefined =>
  (answers as Record<string, ExampleAnswer>)[idOf(example)];

/** Messages to a webhook, by their types, as they came to the test. */
export const messageOf = (type: string): unknown => (messages as Record<string, unknown>)[type];
