import { conditionLabel } from '@desk/schema/sources/quota-faults'
import type { Condition } from '@desk/schema/sources/quals-quotas'

/** The names of answers by qualification (its precode) and code. */
export type AnswerNames = ReadonlyMap<string, ReadonlyMap<string, string>>

const SHOWN = 3

/** A condition in words, with the names of its answers if known. */
export function answersWords(condition: Condition, names: AnswerNames): string {
  const { in: codes } = condition
  if (codes === undefined) return conditionLabel(condition)
  const known = names.get(condition.param)
  const words = codes.slice(0, SHOWN).map(code => known?.get(code) ?? code)
  return codes.length > SHOWN ? `${words.join(', ')} and ${codes.length - SHOWN} more` : words.join(', ')
}

/** Conditions in words, each with what it asks. @param labels qualifications by their precodes */
export function conditionsWords(
  conditions: readonly Condition[],
  labels: ReadonlyMap<string, string>,
  names: AnswerNames,
): string {
  return conditions
    .map(condition => `${labels.get(condition.param) ?? condition.param}: ${answersWords(condition, names)}`)
    .join(' · ')
}

/** Codes as they are typed or pasted: one to a line, or with commas, semicolons or tabs between; each once. */
export function codesOf(typed: string): readonly string[] {
  return [
    ...new Set(
      typed
        .split(/[\n\r,;\t]+/)
        .map(code => code.trim())
        .filter(code => code !== ''),
    ),
  ]
}
