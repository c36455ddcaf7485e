/** The topic on which every process hears that a run has changed. */
export function runTopic(id: string): string {
  return `generation:${id}`;
}
