import type { RespondentCode } from '@desk/schema/respondents/state'

/** What a respondent's state is called on the screen (domain.md §3). */
export const RESPONDENT_STATE_WORDS: Readonly<Record<RespondentCode, string>> = {
  10: 'Entered, in pre-survey checks',
  11: 'In the survey',
  20: 'Defender term',
  21: 'Screener term',
  22: 'No open sub-quota',
  30: 'Complete',
  31: 'Client term',
  32: 'Client overquota',
  33: 'Quality term',
  34: 'Security term',
  35: 'Invalid return',
  40: 'Abandoned',
  50: 'Rejected at reconciliation',
  51: 'Accepted at reconciliation',
}

export type StateTone = 'underWay' | 'good' | 'refused' | 'lost'

/** How a state is marked: by a glyph and a colour. */
export function stateTone(code: RespondentCode): StateTone {
  switch (code) {
    case 10:
    case 11:
      return 'underWay'
    case 30:
    case 51:
      return 'good'
    case 40:
      return 'lost'
    default:
      return 'refused'
  }
}

/** Rules and details come as codes; a person reads words. */
export const ruleWords = (rule: string): string => {
  const words = rule.replaceAll(/[_.]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const TONE_GLYPHS: Readonly<Record<StateTone, string>> = { underWay: '◌', good: '✓', refused: '✕', lost: '…' }

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A moment to the second, with its day, in a zone: steps of one respondent lie seconds apart. */
export function clockText(atMs: number, zone: string): string {
  let clock = clocks.get(zone)
  if (!clock) {
    const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
    try {
      clock = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone })
    } catch {
      clock = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
    }
    clocks.set(zone, clock)
  }
  return clock.format(atMs)
}
