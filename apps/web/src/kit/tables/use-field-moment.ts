import { useMemo } from 'react'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { FieldMoment } from './field-time.ts'

/** How old the columns of time may be: another moment paints the rows in sight once. */
const REPAINT_EVERY_MS = 5 * 60_000

/** The moment of a table's columns of time; the same object until it is another one. */
export function useFieldMoment(): FieldMoment {
  const nowMs = useNowMs(REPAINT_EVERY_MS)
  const { name: zone } = useZone()
  return useMemo(() => ({ nowMs, zone }), [nowMs, zone])
}
