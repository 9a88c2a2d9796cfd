import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { SourceTest } from '@desk/schema/sources/source-tests'
import { useQuery } from '@tanstack/react-query'
import { mayCall } from '#runtime/api/may-call.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { minutesText, NO_FIGURE } from '#ui/format/figures.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Explain } from '#kit/respondents/explain.tsx'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useTestStarted } from './use-test-started.ts'
import styles from './sources.module.css'

const TESTS_SHOWN = 20

export interface TestPanelProps {
  sourceId: number
  name: string
  /** The token of the link that opened the page (§2.32); the panel says if it is outdated. */
  token?: string | undefined
}

/** Testing a source (§2.32, api:T17): its test link, an entry link, and the test respondents' progress (api:U8). */
export function TestPanel({ sourceId, name, token }: TestPanelProps) {
  const desk = useDesk()
  const onTestStarted = useTestStarted()
  const me = useUser()
  const isKeyKeeper = me !== null && mayCall(me, 'returnHashing.makeKey')
  const link = useQuery({ ...desk.query('sources.testLink', { params: { id: sourceId } }), staleTime: 0, gcTime: 0 })
  const tests = useQuery({
    ...desk.query('sources.tests', { params: { id: sourceId }, query: { limit: TESTS_SHOWN } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const failure = link.error ?? tests.error
  return (
    <section className={styles['panel']} aria-labelledby="source-test">
      <div className={styles['head']}>
        <h2 id="source-test">Test</h2>
        <p className={styles['note']}>
          A test respondent counts in no figure, price or quota. The survey’s own page decides how it ends.
        </p>
        {isKeyKeeper ? (
          <p className={styles['note']}>
            <a href="#/admin/return-hashing">Return hashing</a>: the keys of the account, and a check of a return’s
            hash.
          </p>
        ) : null}
      </div>
      <CallFailure error={failure} />
      {link.data === undefined ? (
        link.isPending ? (
          <Skeleton label="Loading the test link" height="32px" lines={1} />
        ) : null
      ) : (
        <>
          {token !== undefined && !link.data.link.endsWith(`&t=${encodeURIComponent(token)}`) ? (
            <p className={styles['fault']} role="alert">
              This test link is not the source’s present one. The one below is.
            </p>
          ) : null}
          <div className={styles['link']}>
            <input readOnly value={link.data.link} aria-label="Test link" onFocus={event => event.target.select()} />
            <Button onPress={() => void copyText(link.data.link, 'The test link')}>Copy the test link</Button>
            <a
              className={buttonClass()}
              href={link.data.entry}
              target="_blank"
              rel="noreferrer"
              onClick={onTestStarted}
            >
              Start a test
            </a>
          </div>
        </>
      )}
      {tests.isPending ? <Skeleton label="Loading the tests" height="28px" lines={1} /> : null}
      <div className={styles['tried']} data-exported>
        {tests.data === undefined ? null : <Tests tests={tests.data} sourceId={sourceId} name={name} />}
        <div className={styles['buttons']}>
          {tests.data === undefined || tests.data.length === 0 ? null : <ExportButton label={`Tests of ${name}`} />}
          <Button onPress={() => void tests.refetch()} isPending={tests.isFetching}>
            Refresh
          </Button>
        </div>
      </div>
      <Explain nameOf={() => name} />
    </section>
  )
}

function Tests({
  tests,
  sourceId,
  name,
}: {
  readonly tests: readonly SourceTest[]
  readonly sourceId: number
  readonly name: string
}) {
  const zone = useZone()
  const [, change] = useUrlSearch()
  if (tests.length === 0) return <p className={styles['note']}>No test respondents yet.</p>
  return (
    <table className={styles['tests']}>
      <caption>
        Test respondents of {name}, newest first. Times in {zone.text}
      </caption>
      <thead>
        <tr>
          <th scope="col">Respondent</th>
          <th scope="col">Entered</th>
          <th scope="col">Progress</th>
          <th scope="col" className={styles['number']}>
            Minutes
          </th>
          <th scope="col" data-unexported>
            Path
          </th>
        </tr>
      </thead>
      <tbody>
        {tests.map(({ rdud, rid, code, entered_at: enteredAt, interview_seconds: seconds }) => (
          <tr key={rdud}>
            <th scope="row">{rid}</th>
            <td>{dateTimeText(Date.parse(enteredAt), zone.name)}</td>
            <td>{RESPONDENT_STATE_LABELS[code]}</td>
            <td className={styles['number']}>{seconds === null ? NO_FIGURE : minutesText(seconds / 60)}</td>
            <td data-unexported>
              <Button
                size="small"
                variant="ghost"
                onPress={() => change({ explain: sourceId, find: rdud })}
                aria-label={`Show the path of ${rid}`}
              >
                Show
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
