/** Dividing troops: a plan is how many go to each field, and the camp has what is left. */

export const totalOf = (plan: readonly number[]): number => plan.reduce((sum, troops) => sum + troops, 0);

/** The plan with a field's troops changed, as far as the camp allows. */
export function withTroops(plan: readonly number[], field: number, wanted: number, troops: number): number[] {
  const here = plan[field] ?? 0;
  const most = here + troops - totalOf(plan);
  const settled = Number.isFinite(wanted) ? Math.max(0, Math.min(most, Math.round(wanted))) : here;
  return plan.map((one, number) => (number === field ? settled : one));
}

/** The plan after some soldiers went from one place to another; null is the camp. */
export function moved(plan: readonly number[], from: number | null, to: number | null, count: number, troops: number): number[] {
  if (from === to) return [...plan];
  const there = from === null ? troops - totalOf(plan) : (plan[from] ?? 0);
  const going = Math.min(count, there);
  return plan.map((one, field) => one + (field === to ? going : 0) - (field === from ? going : 0));
}

/** All troops, as evenly as can be; the first fields get what is left over. */
export function evenly(fields: number, troops: number): number[] {
  return Array.from({ length: fields }, (_, field) => Math.floor(troops / fields) + (field < troops % fields ? 1 : 0));
}
