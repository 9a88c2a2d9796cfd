/**
 * Says how long to wait before the next try.
 * @param leftMs the rest of the wait, more than 0
 */
export function waitText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000)
  if (seconds < 60) return `Try again in ${seconds} s.`
  const minutes = Math.ceil(seconds / 60)
  return `Try again in ${minutes} min.`
}
