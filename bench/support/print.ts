/** How figures read in every benchmark. */
export function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

export function megabytes(size: number | undefined): string {
  return size === undefined ? "unknown" : `${size.toFixed(0)} MB`;
}

export function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

export function perSecond(rate: number): string {
  return `${rate.toFixed(rate < 100 ? 1 : 0)}/s`;
}

/** Rows under each other: the first column to the left, figures to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join("  ");
  return rows.map(line).join("\n");
}

/** Says whether the goals were met, and makes that the process's exit code. */
export function conclude(met: boolean, goals: string): void {
  console.log(`${met ? "Goals met" : "Goals missed"}: ${goals}.`);
  process.exitCode = met ? 0 : 1;
}
