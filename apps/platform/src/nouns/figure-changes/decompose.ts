import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { addedBy, type Addend, type FigureTerm } from '@desk/schema/columns/figure-terms'
import { CHANGE_PARTS_MAX, type ChangeCause, type ChangeTerm } from '@desk/schema/figures/figure-change'
import { COLUMN_OF_STATE, RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { StoredMove } from './moves.store.ts'

/** Moves that changed a figure alike, before a view hides some of it. */
export interface CountedMove {
  /** They came at the second moment or later: no part of the change. */
  readonly isAfter: boolean
  readonly supplierId: number | null
  readonly cause: ChangeCause
  readonly from: RespondentCode | null
  readonly to: RespondentCode | null
  readonly rule: string | null
  readonly request: number | null
  readonly respondents: number
}

/** A part before its ids have names. */
export interface Part {
  /** Undefined: the view does not tell suppliers apart. */
  readonly supplierId: number | null | undefined
  readonly cause: ChangeCause
  readonly from: RespondentCode | null
  readonly to: RespondentCode | null
  readonly rule: string | null
  readonly request: number | null
  readonly respondents: number
  readonly changes: readonly number[]
}

export interface Decomposed {
  readonly terms: readonly ChangeTerm[]
  readonly parts: readonly Part[]
  readonly others: {
    readonly parts: number
    readonly respondents: number
    readonly changes: readonly number[]
  } | null
}

/** States that count in a column that the plain external view does not have: its parts name them no more than its rows do. */
export const HIDDEN_CODES: readonly RespondentCode[] = Object.values(RESPONDENT_CODES).filter(
  code => FIGURE_COLUMNS[COLUMN_OF_STATE[code]].seenBy === 'internal',
)

/** The ledger's causes in the external view, which knows no abandons: a late return is a return. */
export const EXTERNAL_CAUSES: Readonly<Partial<Record<ChangeCause, readonly ChangeCause[]>>> = {
  returned: ['returned', 'late_return'],
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
const added = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((change, at) => change + (other[at] ?? 0))
const greatest = ({ changes }: Part): number => Math.max(...changes.map(Math.abs))

function asSeen(move: CountedMove, view: StreamViewType): Omit<Part, 'respondents' | 'changes'> {
  const { supplierId, cause, from, to, rule, request } = move
  if (view === 'internal') return { supplierId, cause, from, to, rule, request }
  const seen = (code: RespondentCode | null) => (code === null || HIDDEN_CODES.includes(code) ? null : code)
  return {
    supplierId: undefined,
    cause: cause === 'late_return' ? 'returned' : cause,
    from: seen(from),
    to: seen(to),
    rule: null,
    request,
  }
}

/**
 * Decomposes the change of an object's figure: for every term, what it was, with what the parts and the others add, is what it became.
 * @param moves what the ledger did since the first moment
 * @param now what the figures say at the same snapshot
 */
export const decompose = (
  moves: readonly StoredMove[],
  terms: readonly FigureTerm[],
  now: Readonly<Record<Addend, number>>,
  view: StreamViewType,
): Decomposed =>
  decomposeMoves(
    moves,
    terms,
    move => terms.map(({ adds }) => sumOf(adds.map(addend => addedBy(addend, move)))),
    terms.map(({ adds }) => sumOf(adds.map(addend => now[addend]))),
    view,
  )

/**
 * The same of any figure.
 * @param changesOf what a move adds to each term
 * @param now what each term is once all moves have happened
 */
export function decomposeMoves<Move extends CountedMove>(
  moves: readonly Move[],
  terms: readonly Pick<ChangeTerm, 'role' | 'label' | 'unit'>[],
  changesOf: (move: Move) => readonly number[],
  now: readonly number[],
  view: StreamViewType,
): Decomposed {
  const parts = new Map<string, Part>()
  let after = now
  let within = terms.map(() => 0)
  for (const move of moves) {
    const changes = changesOf(move)
    if (move.isAfter) {
      after = after.map((value, at) => value - (changes[at] ?? 0))
      continue
    }
    if (changes.every(change => change === 0)) continue
    within = added(within, changes)
    const seen = asSeen(move, view)
    const key = JSON.stringify(Object.values({ ...seen, supplierId: seen.supplierId ?? 0 }))
    const known = parts.get(key)
    parts.set(
      key,
      known === undefined
        ? { ...seen, respondents: move.respondents, changes }
        : {
            ...seen,
            respondents: known.respondents + move.respondents,
            changes: added(known.changes, changes),
          },
    )
  }
  const sorted = [...parts]
    .toSorted(([key, one], [otherKey, other]) => greatest(other) - greatest(one) || (key < otherKey ? -1 : 1))
    .map(([, part]) => part)
  const rest = sorted.slice(CHANGE_PARTS_MAX)
  return {
    terms: terms.map(({ role, label, unit }, at) => ({
      role,
      label,
      unit,
      before: (after[at] ?? 0) - (within[at] ?? 0),
      after: after[at] ?? 0,
    })),
    parts: sorted.slice(0, CHANGE_PARTS_MAX),
    others:
      rest.length === 0
        ? null
        : {
            parts: rest.length,
            respondents: sumOf(rest.map(({ respondents }) => respondents)),
            changes: rest.map(({ changes }) => changes).reduce((sum, changes) => added(sum, changes)),
          },
  }
}
