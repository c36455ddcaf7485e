import type { z } from "zod";
import { PaypalError } from "../errors.ts";

/** Reads a control call's body; what doesn't fit is a 400 that names the fields. */
export function readControl<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new PaypalError(
    "INVALID_REQUEST",
    result.error.issues.map((issue) => ({
      field: `/${issue.path.join("/")}`,
      issue: "INVALID_PARAMETER_VALUE",
      description: issue.message,
    })),
  );
}
