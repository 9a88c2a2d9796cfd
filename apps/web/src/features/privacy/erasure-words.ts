import type { Erasure, ErasureRule, ErasureScope, ErasureState } from '@desk/schema/erasure/erasure'
import { countText } from '#ui/format/figures.ts'

export const RULE_LABELS: Readonly<Record<ErasureRule, string>> = {
  request: 'Request of the respondent',
  objection: 'Objection',
  contract: 'End of a contract',
}

export const ERASURE_STATE_LABELS: Readonly<Record<ErasureState, string>> = {
  requested: 'Waits for a second admin',
  confirmed: 'In progress',
  done: 'Done',
  withdrawn: 'Withdrawn',
}

const SCOPE_LABELS: readonly (readonly [keyof ErasureScope, string])[] = [
  ['respondents', 'Entries'],
  ['projects', 'Projects'],
  ['surveys', 'Surveys'],
  ['statement_lines', 'Lines of closed statements'],
  ['reconciliation_rows', 'Rows of reconciliations'],
  ['recontact_entries', 'Entries of recontact lists'],
  ['disputes', 'Disputes'],
]

/** The counts of a scope, one fact a row. */
export const scopeFacts = (scope: ErasureScope): readonly (readonly [label: string, count: string])[] =>
  SCOPE_LABELS.map(([name, label]) => [label, countText(scope[name])])

const counted = (n: number, one: string, several: string): string => `${countText(n)} ${n === 1 ? one : several}`

/** The parts of a scope that wait or stay. */
export const scopeNotes = ({ unknown, in_survey, in_dispute, sealed_lines }: ErasureScope): readonly string[] => [
  ...(unknown > 0 ? [`${counted(unknown, 'ID has', 'IDs have')} no entry.`] : []),
  ...(in_survey > 0
    ? [`${counted(in_survey, 'respondent is', 'respondents are')} in a survey now: the erasure waits for the return.`]
    : []),
  ...(in_dispute > 0
    ? [
        `${counted(in_dispute, 'respondent has', 'respondents have')} an open dispute: the erasure waits for its decision.`,
      ]
    : []),
  ...(sealed_lines > 0
    ? [
        `${counted(sealed_lines, 'statement line', 'statement lines')} of an earlier form hold the ID under the signature until their retention ends.`,
      ]
    : []),
]

/** The progress of an erasure in words. */
export function progressOf({ state, scope, erased }: Erasure): string {
  if (state === 'done') return counted(erased.respondents, 'entry erased', 'entries erased')
  if (state === 'confirmed') return `${countText(erased.respondents)} of ${countText(scope.respondents)} entries erased`
  return counted(scope.respondents, 'entry', 'entries')
}

/** The IDs of a text, one a line. */
export const idsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map(line => line.trim())
      .filter(line => line !== ''),
  ),
]
