import type { SourceQualification } from '@desk/schema/sources/quals-quotas'
import type { AnswerNames } from '../condition-words.ts'
import { outsideBands } from './bands.ts'
import { countOf, placesOf, type QuotaGrid } from './quota-grid.ts'

const NAMED = 6

const listed = (words: readonly string[]): string =>
  words.length > NAMED ? `${words.slice(0, NAMED).join(', ')} and ${words.length - NAMED} more` : words.join(', ')

/** How the targets add up to the source's own, as a sentence. */
export function sumWords(sum: number, sourceTarget: number): string {
  if (sourceTarget === 0) return `Adds up to ${sum}. The source has no Target (N) yet.`
  if (sum === sourceTarget) return `Adds up to Target (N) ${sourceTarget}.`
  const off = Math.abs(sum - sourceTarget)
  return `Adds up to ${sum}: ${off} ${sum < sourceTarget ? 'below' : 'above'} Target (N) ${sourceTarget}.`
}

/** Whom no quota takes, as a sentence. */
export function untakenWords(
  grid: QuotaGrid,
  targets: ReadonlyMap<string, string>,
  qualifications: readonly SourceQualification[],
  names: AnswerNames,
): string {
  const outside = grid.axes.map(axis =>
    outsideBands(
      axis,
      qualifications.find(({ param }) => param === axis.param),
      names,
    ),
  )
  const empty = placesOf(grid).filter(({ form }) => countOf(targets.get(form)) === 0)
  if (grid.isInterlocked) {
    const untaken = [...outside.flat(), ...empty.map(({ name }) => name)]
    return untaken.length === 0
      ? 'Every respondent who qualifies has a quota.'
      : `No quota takes ${listed(untaken)}: they become overquota.`
  }
  // a band of any axis takes a respondent
  const isOpen = outside.some(
    (gaps, at) => gaps.length === 0 && !empty.some(({ conditions: [only] }) => only?.param === grid.axes[at]?.param),
  )
  return isOpen
    ? 'Every respondent who qualifies has a quota.'
    : `No quota takes respondents outside all of these bands: they become overquota.`
}

/** Stored quotas with completes that a save removes, as a sentence; null: none. */
export function removedWords(
  stored: readonly { readonly quota_no: number; readonly name: string; readonly completes: number }[],
  present: ReadonlySet<number>,
): string | null {
  const gone = stored.filter(({ quota_no: no, completes }) => completes > 0 && !present.has(no))
  if (gone.length === 0) return null
  return `A save removes quotas with completes: ${listed(gone.map(({ name, completes }) => `${name} (${completes})`))}.`
}
