import { effectiveLabel, type HeldBy } from '@desk/schema/statuses/held-by'
import { statusColourKey } from '@desk/schema/statuses/pause-reasons'
import type { StatusCode } from '@desk/schema/statuses/status'
import { StatusPill } from '#ui/status-pill.tsx'

export interface EffectiveStatusProps {
  statusid: StatusCode
  reason: string | null
  heldBy: HeldBy | null
}

/** The pill of a status as it takes effect: a live object below one that is not live has the look of that one. */
export function EffectiveStatus({ statusid, reason, heldBy }: EffectiveStatusProps) {
  return heldBy === null ? (
    <StatusPill colourKey={statusColourKey(statusid, reason)} />
  ) : (
    <StatusPill colourKey={statusColourKey(heldBy.statusid, null)} label={effectiveLabel(statusid, heldBy)} />
  )
}
