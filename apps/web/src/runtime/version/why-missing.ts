import type { WhyMissing } from '#ui/lazy/part-ports.ts'
import { readBuildDate } from './build-date.ts'

export interface WhyMissingPorts {
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
  /** Whether the server answers. */
  readonly isThere: () => Promise<boolean>
  /** null where the page was served by something else than the gateway. */
  readonly ownBuildDate: () => string | null
  readonly onNewer: () => void
}

/** Finds out why code did not come: after a deployment the files of the page's own build are no more. */
export async function whyMissing({
  fetch,
  nowMs,
  isThere,
  ownBuildDate,
  onNewer,
}: WhyMissingPorts): Promise<WhyMissing> {
  if (!(await isThere())) return 'away'
  const own = ownBuildDate()
  if (own === null) return 'unknown'
  try {
    if ((await readBuildDate(fetch, nowMs())) === own) return 'unknown'
    onNewer()
    return 'newer'
  } catch {
    return 'unknown'
  }
}
