import { STATUS_LABELS, STATUS_LIST, type StatusCode } from '@desk/schema/statuses/status'
import type { Segment } from '#ui/segmented-control.tsx'

/** The statuses in the order in which they are offered: in field first. */
const ORDER: readonly StatusCode[] = (['in field', 'prepared', 'ended'] as const).flatMap(stage =>
  STATUS_LIST.filter(status => status.stage === stage).map(({ code }) => code),
)

/** The choice that means no filter (§3.30). */
export const ALL_STATUSES = 'all'

/**
 * The filter chips: All, then each status that occurs with its count. The chosen one stays, also when nothing has it any more.
 * @param codes the status of each row
 */
export function statusSegments(codes: readonly StatusCode[], chosen: StatusCode | undefined): Segment<string>[] {
  const counts = new Map<StatusCode, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [
    { id: ALL_STATUSES, label: `All ${codes.length}` },
    ...ORDER.filter(code => counts.has(code) || code === chosen).map(code => ({
      id: String(code),
      label: `${STATUS_LABELS[code]} ${counts.get(code) ?? 0}`,
    })),
  ]
}
