import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import type { SinceYouLeft } from '@desk/schema/today/since'
import type { Today, TodayItem, TodayOf } from '@desk/schema/today/today'
import { amountText } from '#kit/money/cost-text.tsx'
import { dateTimeText, sinceText } from '#ui/format/times.ts'
import { countedCompletes, othersWords } from './since-words.ts'
import { changedWords, completesWords, figureWords, moneyWords, placeWords } from './today-words.ts'

/** The queue and the changes of a moment. */
export interface HandOver {
  readonly today: Today
  readonly since: SinceYouLeft
  readonly of: TodayOf
  readonly zone: string
  readonly nowMs: number
}

/** Mail programs cut longer addresses. */
const MAIL_MAX = 1_900
const REST = '\n(The note goes on: copy it for the rest.)'

const riskWords = (of: Pick<TodayItem, 'completes_at_risk' | 'money_at_risk'>): string => {
  const money = moneyWords(of)
  return `${money === undefined ? '' : `${money} and `}${completesWords(of)} at risk`
}

/** A hand-over note as plain text: the queue, the completes, and the changes of other users. */
export function handOverText({ today, since, of, zone, nowMs }: HandOver): string {
  const items = today.items.map(item => {
    const [worst] = item.parts
    return `- ${placeWords(item)}: ${ALERT_KINDS[item.kind].label.toLowerCase()} since ${sinceText(item.began_at, zone, nowMs)}. ${figureWords(item, worst)}. ${riskWords(item)}. ${changedWords(item.changed, zone, nowMs)}`
  })
  const more = today.item_count - items.length
  const changes = since.changes.map(change => {
    const { place, acts } = othersWords(change)
    return `- ${place}: ${acts}, ${sinceText(change.at, zone, nowMs)}`
  })
  const { revenue, expense, currency } = since
  const money = [
    `${amountText(revenue, currency)} revenue`,
    ...(expense === undefined ? [] : [`${amountText(expense, currency)} expense`]),
  ]
  const lines = [
    `Hand-over note, ${dateTimeText(nowMs, zone)} (${zone})${of === 'mine' ? ', of my projects' : ''}`,
    '',
    items.length === 0 ? 'Nothing needs an act.' : `Needs an act (${today.item_count}, ${riskWords(today)})`,
    ...items,
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
    `${since.since === null ? 'In the last 24 hours' : `Since ${dateTimeText(Date.parse(since.since), zone)}`}: ${countedCompletes(since.completes)}, ${money.join(', ')}`,
    ...(changes.length === 0 ? [] : ['', `Changes by others (${since.change_count})`, ...changes]),
  ]
  return lines.join('\n')
}

/** The address that opens a mail with the note. */
export function mailAddress(text: string): string {
  const [subject = ''] = text.split('\n')
  const addressOf = (body: string) =>
    `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  const whole = addressOf(text)
  if (whole.length <= MAIL_MAX) return whole
  const lines = text.split('\n')
  while (lines.length > 1 && addressOf(lines.join('\n') + REST).length > MAIL_MAX) lines.pop()
  return addressOf(lines.join('\n') + REST)
}
