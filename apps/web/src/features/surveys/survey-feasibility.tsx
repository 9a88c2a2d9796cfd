import { values as formValues } from '@desk/machines/form/form.selectors'
import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { FeasibilityPanel } from '#kit/forecasts/feasibility-panel.tsx'
import { feasibilityQuery } from '#kit/forecasts/feasibility-words.ts'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { typedEnd } from '#kit/forms/form-warnings.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import type { SurveyLists } from './survey-plan.ts'

/** The feasibility of a new survey, before it has a source or a supplier; the rate card's price is beside LOI and incidence. */
export function SurveyFeasibility({ zones }: Pick<SurveyLists, 'zones'>) {
  const { form } = useOpenForm()
  const values = useDeferredValue(useSelector(form, formValues))
  const { endMs } = typedEnd(values, zones, 0)
  const country = values['pm_cy_cs_id']
  return (
    <FeasibilityPanel
      title="Feasibility with one source"
      query={feasibilityQuery({
        countryId: typeof country === 'number' ? country : null,
        loi: numberOrNull(values['est_loi']),
        ir: numberOrNull(values['qualifying_rate']),
        target: numberOrNull(values['respondents']),
        endsAt: endMs === null ? null : new Date(endMs).toISOString(),
        supplierId: null,
        price: null,
        sellPrice: null,
      })}
      rate={null}
    />
  )
}
