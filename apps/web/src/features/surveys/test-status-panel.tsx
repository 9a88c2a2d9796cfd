import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { SurveyTestStatus } from '@desk/schema/surveys/survey-tests'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { Loaded } from '#kit/errors/loaded.tsx'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import styles from './surveys.module.css'

/** The tests of the survey by its sources' test links (api:S6). */
export function TestStatusPanel({ surveyUID }: { surveyUID: number }) {
  const desk = useDesk()
  const zone = useZone()
  const read = useQuery({
    ...desk.query('surveys.testStatus', { params: { id: surveyUID } }),
    staleTime: 0,
  })
  return (
    <section className={styles['panel']} aria-labelledby="survey-tests">
      <div className={styles['panelHead']}>
        <h2 id="survey-tests">Test status</h2>
        <span className={styles['note']}>Times in {zone.text}</span>
      </div>
      <Loaded query={read} title="The tests" height="28px" lines={2}>
        {status => <TestStatus status={status} zone={zone.name} />}
      </Loaded>
    </section>
  )
}

const momentText = (at: string | null, zone: string): string =>
  at === null ? NO_FIGURE : dateTimeText(Date.parse(at), zone)

function TestStatus({
  status: { tests, last_test_at, last_test_code, outcomes, sources },
  zone,
}: {
  status: SurveyTestStatus
  zone: string
}) {
  if (tests === 0) {
    return (
      <p className={styles['note']}>
        No user has tested this survey yet.{' '}
        {sources.length === 0
          ? 'Add a source: its test link walks a test respondent through.'
          : 'The test link of a source walks a test respondent through; tests count in no figure.'}
      </p>
    )
  }
  return (
    <div className={styles['exported']} data-exported>
      <p className={styles['note']}>
        {tests} {tests === 1 ? 'test' : 'tests'}, the last one {momentText(last_test_at, zone)}
        {last_test_code === null ? '' : `: ${RESPONDENT_STATE_LABELS[last_test_code]}`}.{' '}
        {tests === 1
          ? null
          : `All of them: ${outcomes.map(({ code, count }) => `${RESPONDENT_STATE_LABELS[code]} ${count}`).join(' · ')}`}
      </p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col" className={styles['figure']}>
              Tests
            </th>
            <th scope="col" className={styles['figure']}>
              Test completes
            </th>
            <th scope="col" className={styles['figure']}>
              Last test
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map(source => (
            <tr key={source.stmid}>
              <th scope="row">{source.name}</th>
              <td className={styles['figure']}>{source.tests}</td>
              <td className={styles['figure']}>{source.Completes_Count_Test}</td>
              <td className={styles['figure']}>{momentText(source.last_test_at, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ExportButton label="Test status" />
    </div>
  )
}
