/**
 * How often a proof is repeated: a few times among the other tests, as often as its own command says (PROVE_RANDOM=200)
 * where it is run by itself.
 */
export function amountOf(name: string, usual: number): number {
  return Number(process.env[`PROVE_${name}`] ?? usual);
}
