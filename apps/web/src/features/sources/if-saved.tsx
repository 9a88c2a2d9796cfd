import { values as formValues } from '@desk/machines/form/form.selectors'
import type { WhatIfQuery } from '@desk/schema/forecasts/what-if'
import type { Source } from '@desk/schema/sources/source'
import { SUPPLY_PRICE_MAX, SUPPLY_PRICE_MIN } from '@desk/schema/sources/source-form'
import { hasEnded } from '@desk/schema/statuses/status'
import { TARGET_MAX } from '@desk/schema/surveys/survey-fields'
import type { FormValues } from '@desk/machines/form/form.setup'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { WhatIfEffect } from '#kit/forecasts/what-if-effect.tsx'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { typedEnd } from '#kit/forms/form-warnings.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import { partsIn } from './source-plan.ts'
import styles from './sources.module.css'

type StoredSource = Pick<Source, 'stmid' | 'statusid' | 'respondents' | 'pacing' | 'out_of_field_date' | 'supplier_cpi'>

const isPrice = (price: number | null): price is number =>
  price !== null &&
  price >= SUPPLY_PRICE_MIN &&
  price <= SUPPLY_PRICE_MAX &&
  Math.abs(price * 100 - Math.round(price * 100)) < 1e-6
const isTarget = (target: number | null): target is number =>
  target !== null && Number.isInteger(target) && target >= 1 && target <= TARGET_MAX

/** The typed changes that move a forecast; null: none does, or they are half typed. */
export function changedInputs(
  values: FormValues,
  source: StoredSource,
  supplierIds: readonly number[],
  zones: readonly TimeZoneItem[],
): WhatIfQuery | null {
  const target = numberOrNull(values['respondents'])
  const price = numberOrNull(values['supplier_cpi'])
  const { endMs } = typedEnd(values, zones, 0)
  const storedMs = source.out_of_field_date === null ? null : Date.parse(source.out_of_field_date)
  const isEndWhole = endMs !== null || (values['out_of_field_date'] ?? '') === ''
  const added = partsIn(values['suppliers'])
    .map(({ pm_sup_ud: id }) => id)
    .filter(id => !supplierIds.includes(id))
  const query: WhatIfQuery = {
    ...(isTarget(target) && target !== source.respondents ? { target } : {}),
    ...(isEndWhole && endMs !== storedMs ? { ends_at: endMs === null ? 'none' : new Date(endMs).toISOString() } : {}),
    ...(isPrice(price) && price !== source.supplier_cpi ? { price } : {}),
    ...(typeof values['pacing'] === 'number' && values['pacing'] !== source.pacing ? { pacing: values['pacing'] } : {}),
    ...(added[0] !== undefined && added.length === 1 ? { supplier: added[0] } : {}),
  }
  return Object.keys(query).length === 0 ? null : query
}

interface IfSavedProps {
  readonly source: StoredSource
  readonly supplierIds: readonly number[]
  readonly zones: readonly TimeZoneItem[]
}

/** The effect of the typed changes on the finish, against now (forecast.md §3); it stays in view while the form scrolls. */
export function IfSaved({ source, supplierIds, zones }: IfSavedProps) {
  const { form } = useOpenForm()
  const values = useDeferredValue(useSelector(form, formValues))
  const query = changedInputs(values, source, supplierIds, zones)
  if (query === null || hasEnded(source.statusid)) return null
  return (
    <section className={styles['ifSaved']} aria-labelledby="if-saved">
      <h2 id="if-saved">If saved</h2>
      <WhatIfEffect place={{ scope: 'source', id: source.stmid }} query={query} isWide />
    </section>
  )
}
