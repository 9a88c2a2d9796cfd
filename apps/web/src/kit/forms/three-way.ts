import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { FormValue } from './field-kinds.ts'

export type Side = 'mine' | 'theirs'

/** One field of which not all three agree: as it was opened, as I have it, as it is stored now. */
export interface Difference {
  readonly name: string
  readonly opened: FormValue
  readonly mine: FormValue
  readonly now: FormValue
  /** The side that changed it; 'both': the user has to choose. */
  readonly changedBy: Side | 'both'
}

const isSame = (a: FormValue | undefined, b: FormValue | undefined) =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null)

/**
 * Compares three states of a form field by field.
 * @param names the fields, in the order in which they are shown
 * @returns the fields that either side changed; an equal change by both is no difference
 */
export function differencesOf(
  names: readonly string[],
  opened: FormValues,
  mine: FormValues,
  now: FormValues,
): readonly Difference[] {
  return names.flatMap((name): Difference[] => {
    const values = { opened: opened[name] ?? null, mine: mine[name] ?? null, now: now[name] ?? null }
    if (isSame(values.mine, values.now)) return []
    const changedBy = isSame(values.opened, values.now)
      ? 'mine'
      : isSame(values.opened, values.mine)
        ? 'theirs'
        : 'both'
    return [{ name, ...values, changedBy }]
  })
}

/** The choices for the fields that both changed. */
export type Choices = Readonly<Record<string, Side>>

/** The fields that both changed, without a choice. */
export const undecided = (differences: readonly Difference[], choices: Choices): readonly string[] =>
  differences.flatMap(({ name, changedBy }) => (changedBy === 'both' && choices[name] === undefined ? [name] : []))

/**
 * The part of mine that replaces the stored values: the fields that I alone changed, and those that I chose mine of.
 * @returns the values by field; empty when theirs was taken throughout
 */
export function keptOfMine(differences: readonly Difference[], choices: Choices): FormValues {
  return Object.fromEntries(
    differences.flatMap(({ name, mine, changedBy }) =>
      changedBy === 'mine' || (changedBy === 'both' && choices[name] === 'mine') ? [[name, mine]] : [],
    ),
  )
}
