import { REPORT_DIMENSIONS, type ReportDimension, type ReportType } from '@desk/schema/reports/report'
import { reportLineKeys, type ReportLineKey } from '@desk/schema/reports/line-keys'
import { RespondentCode } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Schema } from 'effect'

/** What a line is told from the others by; a left out key is none of the report, null one that the line has not. */
export type LineChoice = {
  readonly [Key in ReportLineKey]?: (Key extends 'reason' | 'rule' | 'quota' | TimeKey ? string : number) | null
}
type TimeKey = 'month' | 'day' | 'hour'

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
const isCode = Schema.is(RespondentCode)
const isDay = (text: string) => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
}
const HOUR = /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/

/** Whether a text names what a key stands for. */
function isFit(key: ReportLineKey, text: string): boolean {
  switch (key) {
    case 'month':
      return isDay(`${text}-01`)
    case 'day':
      return isDay(text)
    case 'hour':
      return HOUR.test(text) && Number.isFinite(Date.parse(text))
    case 'state':
      return isCode(Number(text))
    // PostgreSQL has no text with a zero byte
    case 'reason':
    case 'rule':
    case 'quota':
      return !text.includes('\0')
    default:
      return isId(text)
  }
}

const IS_TEXT: ReadonlySet<ReportLineKey> = new Set(['month', 'day', 'hour', 'reason', 'rule', 'quota'])
/** Every line has one of these. */
const ALWAYS: ReadonlySet<ReportLineKey> = new Set(['project', 'survey', 'source', 'month', 'day', 'hour'])

/**
 * Reads which line is meant.
 * @param texts in the order of `reportLineKeys`
 * @returns what is wrong with them, in words
 */
export function readLineChoice(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
  texts: readonly string[],
): LineChoice | string {
  const keys = reportLineKeys(type, by, view)
  if (texts.length !== keys.length) return `A line of this report is told by ${keys.join(', ') || 'nothing'}`
  const choice: [ReportLineKey, number | string | null][] = []
  for (const [place, key] of keys.entries()) {
    const text = texts[place] ?? ''
    if (text === '' ? ALWAYS.has(key) || (key === 'state' && type === 'terminations') : !isFit(key, text))
      return `This is no ${key in REPORT_DIMENSIONS ? REPORT_DIMENSIONS[key as ReportDimension].label.toLowerCase() : key.replace('_', ' ')} of a line`
    choice.push([key, text === '' ? null : IS_TEXT.has(key) ? text : Number(text)])
  }
  return Object.fromEntries(choice) as LineChoice // each key's own type, as judged above
}
