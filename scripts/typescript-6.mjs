// dependency-cruiser and Stryker use the compiler's JavaScript API, which TypeScript 7 no longer has.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=\/|$)/, "typescript-6"), context),
});
