import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { LOOKUP, useCountryList } from '#kit/forms/lookup-reads.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import { rateWords } from '#kit/rates/rate-words.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import { ComboBox } from '#ui/combo-box.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './rate-cards.module.css'

const QUIET_MS = 250
const ALL = 'all'

/** The cost of a complete today: by LOI, incidence, country and business unit (api:S9). */
export function QuoteTool({ accountId }: { readonly accountId: number }) {
  const desk = useDesk()
  const countries = useCountryList()
  const units = useQuery({
    ...desk.query('businessUnits.list', { params: { id: accountId }, query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
  })
  const [loi, setLoi] = useState('10')
  const [ir, setIr] = useState('50')
  const [country, setCountry] = useState(ALL)
  const [unit, setUnit] = useState(ALL)
  const now = { loi: numberOrNull(loi), ir: numberOrNull(ir) }
  const [asked, setAsked] = useState(now)
  useAfterQuiet(QUIET_MS, JSON.stringify(now), () => setAsked(now))
  const isAsked =
    asked.loi !== null && asked.loi >= 1 && asked.loi <= 1000 && asked.ir !== null && asked.ir >= 0.1 && asked.ir <= 100
  const { data, error } = useQuery({
    ...desk.query('surveys.buyerPricing', {
      query: {
        est_loi: asked.loi ?? 1,
        qualifying_rate: asked.ir ?? 1,
        ...(country === ALL ? {} : { pm_cy_cs_id: Number(country) }),
        ...(unit === ALL ? {} : { business_unit_ud: Number(unit) }),
      },
    }),
    enabled: isAsked,
    placeholderData: before => before,
  })
  const words = data === undefined ? null : rateWords(data)
  return (
    <section className={styles['part']} aria-labelledby="quote">
      <h2 id="quote" className={styles['title']}>
        Quote
      </h2>
      <div className={styles['tools']}>
        <TextField label="LOI" value={loi} onChange={setLoi} inputMode="decimal" suffix="min" />
        <TextField label="Incidence" value={ir} onChange={setIr} inputMode="decimal" suffix="%" />
        <ComboBox
          label="Country"
          options={[
            { id: ALL, label: 'All countries' },
            ...(countries.data ?? []).map(({ pm_cy_cs_id, name }) => ({ id: String(pm_cy_cs_id), label: name })),
          ]}
          value={country}
          onChange={setCountry}
        />
        {(units.data ?? []).length === 0 ? null : (
          <Select
            label="Business unit"
            options={[
              { id: ALL, label: 'None' },
              ...(units.data ?? []).map(({ business_unit_ud, business_unit_name }) => ({
                id: String(business_unit_ud),
                label: business_unit_name,
              })),
            ]}
            value={unit}
            onChange={setUnit}
          />
        )}
      </div>
      <p aria-live="polite">
        {!isAsked ? (
          'Give an LOI from 1 to 1000 minutes and an incidence from 0.1 to 100%.'
        ) : error !== null ? (
          failureMessage(error)
        ) : words === null ? (
          'Loading...'
        ) : (
          <>
            A complete: <span className={styles['price']}>{words.price}</span>{' '}
            <span className={styles['note']}>{words.why}</span>
          </>
        )}
      </p>
    </section>
  )
}
