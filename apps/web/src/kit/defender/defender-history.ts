import { DEFENDER_CATALOGUE } from '@desk/schema/defender/rules'
import type { HistoryFields } from '#kit/history/history-words.ts'

/** A history's names of the rules and the hold-out: their settings come in words. */
export const DEFENDER_FIELDS: HistoryFields = {
  ...Object.fromEntries(
    Object.entries(DEFENDER_CATALOGUE).map(([rule, { label }]) => [
      `defender_${rule}`,
      { label: `Defender: ${label}` },
    ]),
  ),
  defender_hold_out: { label: 'Defender: Hold-out' },
}
