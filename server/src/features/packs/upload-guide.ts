import type { PackFile } from "#contract/packs.ts";

/** How the pictures of a pack get into a test, for somebody who has not made one. */
export function uploadGuide({ title, entries }: PackFile): string {
  const others = entries.slice(1).map(({ file, differsIn }) => `- ${file}: ${inWords(differsIn)}`);
  return `${title}

In this folder:
- ${entries[0]!.file}: the first, which the others are held against
${others.join("\n")}
- pack.json: the same for programs

To test them against each other:
1. Open YouTube Studio (studio.youtube.com) on a computer. Tests are not to be had on a phone.
2. Choose Content, then the video. It has to be public, and no Short; the channel needs its advanced features
   (Settings, Channel, Feature eligibility).
3. Beside the thumbnail choose Test & compare, also called A/B testing.
4. Add the ${entries.length} pictures of this folder and start the test.
5. Let it run. It takes some days, two weeks at most, and ends by watch time, not by clicks. Without a winner the first
   picture stays.

A test teaches most where one thing differs: then you know what made the difference.
`;
}

function inWords(differsIn: readonly string[]): string {
  if (differsIn.length === 0) return "shows the same as the first";
  return differsIn[0] === "several things"
    ? "differs from it in several things"
    : `differs from it in the ${differsIn[0]} alone`;
}
