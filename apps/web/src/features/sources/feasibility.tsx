import { values as formValues } from '@desk/machines/form/form.selectors'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { FeasibilityPanel } from '#kit/forecasts/feasibility-panel.tsx'
import { feasibilityQuery } from '#kit/forecasts/feasibility-words.ts'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { typedEnd } from '#kit/forms/form-warnings.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import { partsIn } from './source-plan.ts'

interface FeasibilityProps {
  readonly survey: SurveyDetail
  readonly project: ProjectDetail
  readonly zones: readonly TimeZoneItem[]
}

/** The feasibility of a new source, by its form and its survey; the rate card's price for those who see what the client pays. */
export function Feasibility({ survey, project, zones }: FeasibilityProps) {
  const { form } = useOpenForm()
  const values = useDeferredValue(useSelector(form, formValues))
  const { endMs } = typedEnd(values, zones, 0)
  const above = [survey.out_of_field_date, project.out_of_field_date].flatMap(date => date ?? [])
  const ends = [...above, ...(endMs === null ? [] : [new Date(endMs).toISOString()])].toSorted(
    (one, other) => Date.parse(one) - Date.parse(other),
  )
  const country = values['country_id']
  const suppliers = partsIn(values['suppliers'])
  const [only] = suppliers
  const classicSupplier = values['pm_sup_ud']
  const sellPrice = values['pm_sy_client_cpi'] ?? null
  return (
    <FeasibilityPanel
      title="Feasibility"
      query={feasibilityQuery({
        countryId: typeof country === 'number' ? country : survey.pm_cy_cs_id,
        loi: survey.est_loi,
        ir: survey.qualifying_rate,
        target: numberOrNull(values['respondents']),
        endsAt: ends[0] ?? null,
        supplierId:
          typeof classicSupplier === 'number'
            ? classicSupplier
            : only !== undefined && suppliers.length === 1
              ? only.pm_sup_ud
              : null,
        price: numberOrNull(values['supplier_cpi']),
        sellPrice: numberOrNull(sellPrice),
      })}
      rate={
        survey.pm_sy_client_cpi === undefined
          ? null
          : { est_loi: survey.est_loi, qualifying_rate: survey.qualifying_rate, pm_sy_ud: survey.pm_sy_ud }
      }
    />
  )
}
