import type { SurveyPerformance } from '@desk/schema/surveys/survey-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { minutesText, NO_FIGURE } from '#ui/format/figures.ts'
import { Loaded } from '#kit/errors/loaded.tsx'
import { reasonWords } from '#kit/statuses/status-words.ts'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { offWords } from './limit-words.ts'
import styles from './surveys.module.css'

/** Stated and measured LOI and IR, the limits, and the auto-pause rules (api:S7, api:S8). */
export function PerformancePanel({ surveyUID }: { surveyUID: number }) {
  const desk = useDesk()
  const me = useUser()
  const mayChange = useMayCall('surveys.updateLimits')
  const [isEdited, setEdited] = useState(false)
  const read = useQuery({
    ...desk.query('surveys.performance', { params: { id: surveyUID } }),
    staleTime: 0,
  })
  const { data } = read
  return (
    <section className={styles['panel']} aria-labelledby="survey-performance">
      <div className={styles['panelHead']}>
        <h2 id="survey-performance">Performance and limits</h2>
        {data === undefined || !mayChange ? null : <Button onPress={() => setEdited(true)}>Change limits</Button>}
      </div>
      <Loaded query={read} title="The performance" height="28px" lines={3}>
        {performance => <Performance performance={performance} />}
      </Loaded>
      {isEdited && data !== undefined && me !== null ? (
        <LimitsDialog me={me} performance={data} onDone={() => setEdited(false)} />
      ) : null}
    </section>
  )
}

function Performance({ performance }: { performance: SurveyPerformance }) {
  const {
    completes,
    est_loi,
    loi,
    qualifying_rate,
    ir_percent,
    limit_loi_percent,
    limit_ir_percent,
    limit_min_completes,
    limits_act,
    auto_pause_rules,
    sources_over_loi,
    sources_under_ir,
  } = performance
  const rows = [
    {
      name: 'LOI',
      stated: `${minutesText(est_loi)} min`,
      measured: loi === null ? NO_FIGURE : `${minutesText(loi)} min`,
      off: offWords(performance.loi_over_percent, 'over'),
      limit: `${limit_loi_percent}% over`,
      isBad: performance.is_over_loi,
      sources: sources_over_loi,
    },
    {
      name: 'Incidence',
      stated: `${qualifying_rate}%`,
      measured: ir_percent === null ? NO_FIGURE : `${ir_percent}%`,
      off: offWords(performance.ir_under_percent, 'under'),
      limit: `${limit_ir_percent}% under`,
      isBad: performance.is_under_ir,
      sources: sources_under_ir,
    },
  ]
  return (
    <div className={styles['exported']} data-exported>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className={styles['figure']}>
              Stated
            </th>
            <th scope="col" className={styles['figure']}>
              Measured
            </th>
            <th scope="col" className={styles['figure']}>
              Off by
            </th>
            <th scope="col" className={styles['figure']}>
              Limit
            </th>
            <th scope="col" className={styles['figure']}>
              Sources over the limit
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, stated, measured, off, limit, isBad, sources }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={styles['figure']}>{stated}</td>
              <td className={styles['figure']}>{measured}</td>
              <td className={styles['figure']}>
                {isBad ? <span className={styles['bad']}>✕ {off}, beyond the limit</span> : off}
              </td>
              <td className={styles['figure']}>{limit}</td>
              <td className={styles['figure']}>{sources}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['note']}>
        {limits_act
          ? `${completes} completes: the limits apply.`
          : `${completes} of the ${limit_min_completes} completes that the limits need.`}{' '}
        Auto-pause:{' '}
        {auto_pause_rules.length === 0 ? 'no rule is on' : auto_pause_rules.map(rule => reasonWords(rule)).join(', ')}.
      </p>
      <ExportButton label="Performance" />
    </div>
  )
}
