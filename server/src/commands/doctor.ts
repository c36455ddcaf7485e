import { readConfig } from "#server/config.ts";
import { examine, type Finding } from "#server/doctor/doctor.ts";
import { ConfigError } from "#server/env.ts";

// npm run doctor: whether all that the shop stands on is there and set up. Ends with 1 and says what to do.
const tell = ({ name, isWell, text }: Finding) => {
  console.log(`${isWell ? "ok  " : "FAIL"}  ${name}: ${text}`);
  if (!isWell) process.exitCode = 1;
};
process.once("SIGINT", () => process.exit(130));

try {
  await examine(readConfig(process.env), { tell });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  tell({ name: "environment", isWell: false, text: error.message });
}
