/** How long something took, in whole seconds; never negative, whatever the clocks said. */
export function secondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round((toMs - fromMs) / 1000))
}
