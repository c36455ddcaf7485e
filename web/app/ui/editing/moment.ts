/** dd/mm/yyyy hh:mm in the reader's own time. */
export function momentText(iso: string): string {
  const moment = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${two(moment.getDate())}/${two(moment.getMonth() + 1)}/${moment.getFullYear()}`;
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
