import type { ChangeEvent, ChangePart, ChangeTerm, FigureChange } from '@desk/schema/figures/figure-change'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { shareOf } from '@desk/schema/columns/ratios'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { STATUS_LABELS, type StatusCode } from '@desk/schema/statuses/status'
import { balanceText, changeText as moneyChangeText, NO_FIGURE, percentText, withMinus } from '#ui/format/figures.ts'
import { agentWords, reasonWords, whoWords } from '#kit/statuses/status-words.ts'
import { ruleWords } from '#kit/respondents/respondent-words.ts'
import { isolated } from '#ui/format/isolated.ts'

/** The facts of a change, for any figure. */
export type ExplainedChange = Omit<FigureChange, 'figure' | 'scope' | 'id'>

const count = new Intl.NumberFormat('en-US')
const changeOfCount = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' })

const MINUTE_S = 60

/** To the second, so that parts are seen to sum up. */
function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE_S)
  const rest = seconds % MINUTE_S
  const all = [...(minutes === 0 ? [] : [`${count.format(minutes)} min`]), ...(rest === 0 ? [] : [`${rest} s`])]
  return all.length === 0 ? '0 min' : all.join(' ')
}
const signOf = (value: number): string => (value < 0 ? withMinus('-') : value > 0 ? '+' : '')

/** A value of a term: respondents, money, or how long interviews took. */
export function termText({ unit }: Pick<ChangeTerm, 'unit'>, value: number): string {
  if (unit === 'seconds') return withMinus(`${value < 0 ? '-' : ''}${durationText(Math.abs(value))}`)
  return unit === 'cents' ? balanceText(value, ACCOUNT_CURRENCY) : withMinus(count.format(value))
}

/** A change of a term with its sign. */
export function changeText({ unit }: Pick<ChangeTerm, 'unit'>, change: number): string {
  if (unit === 'seconds') return `${signOf(change)}${durationText(Math.abs(change))}`
  return unit === 'cents' ? moneyChangeText(change, ACCOUNT_CURRENCY) : withMinus(changeOfCount.format(change))
}

/** A figure that is one sum over another; undefined: it is none. */
export function quotientText(
  kind: string,
  [over, under]: readonly ChangeTerm[],
  of: 'before' | 'after',
): string | undefined {
  if (over === undefined || under === undefined) return undefined
  if (kind === 'percent') return percentText(shareOf(over[of], under[of]) ?? 0)
  if (kind !== 'money') return undefined
  return under[of] === 0 ? NO_FIGURE : balanceText(over[of] / under[of], ACCOUNT_CURRENCY)
}

/** Why the respondents of a part changed state. */
export function causeWords({
  cause,
  rule,
  request_number,
  undoes_number,
}: Pick<ChangePart, 'cause' | 'rule' | 'request_number' | 'undoes_number'>): string {
  switch (cause) {
    case 'entered':
      return rule === null ? 'Entered' : `Refused at entry: ${ruleWords(rule)}`
    case 'returned':
      return 'Returned'
    case 'late_return':
      return 'Returned late'
    case 'abandoned':
      return 'Did not return in time'
    case 'place_freed':
      return 'Did not return in time: the quota gave the place back'
    case 'corrected':
      return 'A later return corrected it'
    case 'reconciliation':
      return `Reconciliation ${request_number ?? ''}`.trim()
    case 'undo':
      return undoes_number === null
        ? `Undo, reconciliation ${request_number ?? ''}`.trim()
        : `Reconciliation ${undoes_number} undone`
  }
}

const stateWords = (code: ChangePart['to_code']): string =>
  code === null ? 'Another state' : RESPONDENT_STATE_LABELS[code]

/** From which state to which. */
export const statesWords = ({ cause, from_code, to_code }: ChangePart): string =>
  cause === 'entered' || cause === 'place_freed'
    ? stateWords(to_code)
    : `${stateWords(from_code)} → ${stateWords(to_code)}`

/** Whose respondents they were; undefined: the view does not tell suppliers apart. */
export const supplierWords = ({ supplier }: ChangePart): string | undefined =>
  supplier === undefined ? undefined : (supplier ?? 'Without a supplier')

const SCOPE_WORDS = { project: 'Project', survey: 'Survey', source: 'Source' } as const
const isStatus = (code: number | null): code is StatusCode => code !== null && code in STATUS_LABELS

/** The change of a status or a target, in words. */
export function eventWords({ kind, scope, name, from, to }: ChangeEvent): string {
  const subject = `${SCOPE_WORDS[scope]} ${isolated(name)}`
  if (kind === 'quotas') return `${subject}: quotas edited`
  if (kind === 'target') return `${subject}: target ${from ?? 'none'} → ${to ?? 'none'}`
  const status = (code: number | null) => (isStatus(code) ? STATUS_LABELS[code] : 'new')
  return `${subject}: ${status(from)} → ${status(to)}`
}

/** Who did it, and why. */
export const eventBy = ({ by, reason, note }: ChangeEvent): string =>
  [agentWords(reason) ?? whoWords(by), agentWords(reason) === undefined ? reasonWords(reason) : undefined, note]
    .filter(text => text !== undefined && text !== null && text !== '')
    .join(' · ')
