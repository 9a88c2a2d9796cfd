import { COST_UNKNOWN } from '@desk/schema/columns/supply-cost'
import type { Reversals } from '@desk/schema/forecasts/reversals'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#kit/errors/loaded.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { balanceText } from '#ui/format/figures.ts'
import { UnknownFigure } from '#ui/unknown-figure.tsx'
import styles from './money-stand.module.css'
import {
  afterReversals,
  noForecastText,
  REVERSALS_FORMULA,
  sourcesOfReversals,
  type ReversedFigure,
} from './reversal-words.ts'

/** The completes asked about: of a project, supplier or business unit, and of a statement's month. Empty: all of the account. */
export interface ReversedCompletes {
  readonly pm_proj_ud?: number
  readonly pm_sup_ud?: number
  readonly business_unit_ud?: number
  readonly month?: string
}

interface AfterReversalsProps {
  readonly of: ReversedCompletes
  readonly figure: ReversedFigure
  /** The figure now; null: it is not known. */
  readonly cents: number | null
  /** Before the figure, where it has no name beside it. */
  readonly label?: string
}

const useReversals = (query: ReversedCompletes) =>
  useQuery({ ...useDesk().query('reversals.read', { query }), staleTime: 0 })

/** A figure as it is expected after the reversals that are still to come, with its band (forecast.md §6). Only for users with `reversals.read`. */
export function AfterReversals({ of, ...shown }: AfterReversalsProps) {
  return (
    <Loaded query={useReversals(of)} title="The reversals to come" height="20px" lines={1}>
      {reversals => <Expected reversals={reversals} {...shown} />}
    </Loaded>
  )
}

function Expected({
  reversals,
  figure,
  cents,
  label,
}: Omit<AfterReversalsProps, 'of'> & { readonly reversals: Reversals }) {
  const { open, months } = reversals
  const isUnknown = cents === null || (figure !== 'revenue' && open.completes > 0 && open.priced_completes === 0)
  const after = isUnknown ? null : afterReversals(cents, reversals, figure)
  if (reversals.to_come === null) return noForecastText(months)
  if (after === null) return <UnknownFigure why={COST_UNKNOWN} />
  return (
    <span title={REVERSALS_FORMULA}>
      {label === undefined ? '' : `${label} `}
      {after.expected}
      <span className={styles['note']}>{`80 % band: ${after.band}. ${sourcesOfReversals(reversals, figure)}`}</span>
    </span>
  )
}

const NOW: Readonly<Record<'expense' | 'margin', string>> = { expense: 'Expense', margin: 'Margin' }

/** The money of all completes that can still be rejected, now and after reversals, in a sentence. */
export function OpenReversals({
  of,
  figure,
}: {
  readonly of: ReversedCompletes
  readonly figure: 'expense' | 'margin'
}) {
  return (
    <Loaded query={useReversals(of)} title="The reversals to come" height="20px" lines={1}>
      {reversals => {
        const { open, currency } = reversals
        if (open.completes === 0) return <p className={styles['sentence']}>No complete can be rejected now.</p>
        const cents = open[`${figure}_cents`]
        return (
          <p className={styles['sentence']}>
            {`${NOW[figure]} of completes that can still be rejected: `}
            {open.priced_completes === 0 ? <UnknownFigure why={COST_UNKNOWN} /> : balanceText(cents, currency)}
            {reversals.to_come === null ? '. ' : ', expected after reversals '}
            <Expected reversals={reversals} figure={figure} cents={cents} />
          </p>
        )
      }}
    </Loaded>
  )
}
