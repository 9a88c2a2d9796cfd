import { readOffset } from './offsets.ts'

const LABEL_OFFSET = /^\(UTC([^)]{0,20})\)/

/**
 * Gives the message about a time zone with an invalid offset, which counts as zero (§5.31, §8.12).
 * @param zone one of the list of time zones: its label begins with the offset, '(UTC-05:00) New York'; undefined: none is chosen
 * @returns null where the offset can be read
 */
export function zoneFault(zone: { readonly pm_code_name: string } | undefined): string | null {
  if (zone === undefined) return null
  return readOffset(LABEL_OFFSET.exec(zone.pm_code_name)?.[1] ?? '').error
}
