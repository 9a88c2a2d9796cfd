import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { zoneLabel, zoneText } from '#ui/format/offsets.ts'

/** The zone in which the signed-in user reads moments. */
export interface UserZone {
  /** Its code, for calls. */
  readonly code: number
  /** IANA name. */
  readonly name: string
  /** '(UTC-05:00)' (§5.31), as it is now. */
  readonly label: string
  /** 'America/New_York (UTC-05:00)': the text in the head of tables and charts. */
  readonly text: string
}

const HOUR_MS = 3_600_000

/** The signed-in user's time zone; its offset follows daylight-saving time. */
export function useZone(): UserZone {
  const { ownCode: code, ownName: name } = useTimeZones()
  const nowMs = useNowMs(HOUR_MS)
  const label = zoneLabel(name, nowMs)
  return { code, name, label, text: zoneText(name, nowMs) }
}
