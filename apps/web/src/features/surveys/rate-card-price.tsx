import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { Button } from '#ui/button.tsx'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { focusIn } from '#kit/forms/form-hooks.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import { rateWords, type RateWords } from '#kit/rates/rate-words.ts'
import styles from './surveys.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SurveyForm } from '@desk/schema/surveys/survey-form'

const { useFormField, useFormValue } = formFields<SurveyForm>()

const QUIET_MS = 250
const SELL_PRICE = 'pm_sy_client_cpi'

interface Asked {
  readonly est_loi: number
  readonly qualifying_rate: number
  readonly pm_cy_cs_id?: number
}

/** The query of the rate card; null while LOI or incidence is missing. */
function askedOf(loi: unknown, ir: unknown, country: unknown): Asked | null {
  const [est_loi, qualifying_rate] = [numberOrNull(loi), numberOrNull(ir)]
  if (
    est_loi === null ||
    qualifying_rate === null ||
    est_loi < 1 ||
    est_loi > 1000 ||
    qualifying_rate < 0.1 ||
    qualifying_rate > 100
  )
    return null
  return { est_loi, qualifying_rate, ...(typeof country === 'number' ? { pm_cy_cs_id: country } : {}) }
}

/** The rate card's price for the form's values, with a button to use it (api:S9). */
export function RateCardPrice({ projectUID, surveyUID }: { projectUID: number; surveyUID: number | null }) {
  const desk = useDesk()
  const now = askedOf(useFormValue('est_loi'), useFormValue('qualifying_rate'), useFormValue('pm_cy_cs_id'))
  const nowText = JSON.stringify(now)
  const [asked, setAsked] = useState(now)
  useAfterQuiet(QUIET_MS, nowText, () => setAsked(now))
  const { id } = useOpenForm()
  const price = useFormField(SELL_PRICE)
  const { data, error, isPlaceholderData } = useQuery({
    ...desk.query('surveys.buyerPricing', {
      query: {
        est_loi: 1,
        qualifying_rate: 1,
        ...asked,
        ...(surveyUID === null ? { pm_proj_ud: projectUID } : { pm_sy_ud: surveyUID }),
      },
    }),
    enabled: asked !== null,
    staleTime: 60_000,
    placeholderData: before => before,
  })
  const use = (typed: string): void => {
    price.change(typed)
    // the button goes with what it did
    focusIn(id, SELL_PRICE)
  }
  const offered = data === undefined || data.price === null ? null : String(data.price)
  return (
    <div className={styles['rate']} role="group" aria-label="Buyer pricing">
      {asked === null ? (
        <p className={styles['note']}>Enter Estimated LOI and Incidence Rate to see the price of the rate card.</p>
      ) : error !== null ? (
        <p className={styles['note']}>The rate card did not load: {failureMessage(error)}</p>
      ) : data === undefined ? (
        <p className={styles['note']}>Loading...</p>
      ) : (
        <Rate
          {...rateWords(data)}
          onUse={offered === null || offered === price.value ? null : () => use(offered)}
          isOld={isPlaceholderData || nowText !== JSON.stringify(asked)}
          isBusy={price.isBusy}
        />
      )}
    </div>
  )
}

interface RateProps extends RateWords {
  onUse: (() => void) | null
  /** It is the price of former values: it stays visible, and its button in the order of Tab, but cannot be used. */
  isOld: boolean
  isBusy: boolean
}

function Rate({ price, why, onUse, isOld, isBusy }: RateProps) {
  return (
    <>
      <p className={styles['rateLine']} data-old={isOld || undefined}>
        <span aria-live="polite">
          Rate card: <span className={styles['ratePrice']}>{price}</span>
        </span>
        {onUse === null ? null : (
          <Button size="small" onPress={onUse} isPending={isBusy || isOld}>
            Use it
          </Button>
        )}
      </p>
      <p className={styles['note']}>{why}</p>
    </>
  )
}
