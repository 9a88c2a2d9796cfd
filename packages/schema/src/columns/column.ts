import type { Schema } from 'effect'
import type { CountColumn } from '../respondents/state.ts'
import type { RollupCounts } from './rollup-counts.ts'

/**
 * How a figure is shown, and in which unit it comes over the wire: `percent` a fraction 0…1, `money` the account's currency with at
 * most two decimals, `minutes` minutes.
 */
export type FigureKind = 'integer' | 'percent' | 'money' | 'minutes'

/** The presets of a table that a column can belong to; every column belongs to All. */
export type ColumnPreset = 'traffic' | 'quality' | 'money'

interface Described {
  /** The head of the column. */
  readonly label: string
  /** Its meaning and, if it is calculated, its formula: the tooltip of the head. */
  readonly formula: string
  /**
   * Other vendors' meanings of the same word, a line each, after the meaning in the tooltip: users compare the figures
   * of two consoles.
   */
  readonly elsewhere?: readonly string[]
  /** Why it is not known where there are completes and it is null; left out: null is no figure. */
  readonly unknown?: string
  readonly kind: FigureKind
  readonly presets: readonly ColumnPreset[]
  readonly widthPx: number
  /** Which view gets it, in answers, pushes and exports too: `internal` is the internal view only (domain.md §4). */
  readonly seenBy: 'everybody' | 'internal'
  /** It is a share of the survey: the lists of surveys and projects have no such column. */
  readonly isPartOfSurvey?: true
  /** It cannot be calculated from sums, so the combined figures of several projects do not have it. */
  readonly isOfOneAlone?: true
  /** The rollup's column that holds it, where the ledger counts it. */
  readonly rollup?: string
  /** Of a ratio: the counts whose sums it divides, for what explains its changes; a test holds it to `of`. */
  readonly quotient?: Quotient
  /** It is a median over these respondents: no sum of parts. */
  readonly medianOf?: CountColumn
}

type Divided = 'entrants' | CountColumn | 'expense' | 'pricedCompletes'

interface Quotient {
  readonly over: readonly Divided[]
  readonly under: readonly Divided[]
}

/** Calculates a figure from the counts, and from the share of the survey's quota where there is one. */
type FigureOf<Value> = (counts: RollupCounts, allocation?: number | null) => Value

/** A column of figures: its labels and flags, its schema on the wire, and how it is calculated from what the ledger keeps. */
export type FigureColumn = Described &
  (
    | {
        readonly seenBy: 'everybody'
        readonly field: Schema.Int | Schema.Number
        readonly of: FigureOf<number>
      }
    | {
        readonly seenBy: 'everybody'
        readonly field: Schema.NullOr<Schema.Number>
        readonly of: FigureOf<number | null>
      }
    // a view's answer leaves hidden columns out, so an internal column's key may be missing
    | {
        readonly field: Schema.optionalKey<Schema.Int | Schema.Number>
        readonly of: FigureOf<number | undefined>
      }
    | {
        readonly field: Schema.optionalKey<Schema.NullOr<Schema.Number>>
        readonly of: FigureOf<number | null | undefined>
      }
  )
