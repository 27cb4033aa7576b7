/** Words of the desk. */

export const STATUSES: [string, string][] = [
  ["active", "under way"],
  ["completed", "completed"],
  ["dropped", "dropped out"],
  ["released", "released"],
  ["screened", "screened out"],
];

export function statusWords(status: string): string {
  return STATUSES.find(([name]) => name === status)?.[1] ?? status;
}

/** "12 s", "4 min", "3 h", "2 d". */
export function span(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 90) return `${Math.round(Math.max(0, seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86400)} d`;
}
