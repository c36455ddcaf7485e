// One line for each change as soon as it is known what became of it, so that a run which is ended early has told.
let total = 0;
let done = 0;

const words = { Killed: "noticed", Timeout: "hung", Survived: "SURVIVED", NoCoverage: "NOT TESTED" };

const lines = {
  onMutationTestingPlanReady({ mutantPlans }) {
    total = mutantPlans.length;
    done = 0;
  },
  onMutantTested({ status, fileName, location, replacement }) {
    done += 1;
    const change = replacement.replace(/\s+/g, " ").slice(0, 80);
    const [name] = fileName.split("/").slice(-1);
    console.log(`${done}/${total} ${words[status] ?? status}: ${name}:${location.start.line} ${change}`);
  },
};

export const strykerPlugins = [{ kind: "Reporter", name: "lines", value: lines }];
