import type { Today, TodayOf } from '@desk/schema/today/today'
import { may } from '@desk/schema/permissions/permissions'
import { CircleCheck } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { OpenReversals } from '#kit/money/after-reversals.tsx'
import { FirstSteps } from '#kit/project-views/first-steps.tsx'
import { ProjectViewTabs } from '#kit/project-views/project-view-tabs.tsx'
import { useTodayOf } from '#kit/project-views/today-of.ts'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { ClosingThisMonth } from './closing-this-month.tsx'
import { FinishingNext } from './finishing-next.tsx'
import { SinceYouLeft } from './since-you-left.tsx'
import type { AllAct } from './today-acts.ts'
import { TodayItemRow } from './today-item.tsx'
import { completesWords, moneyWords, RISK_FORMULA } from './today-words.ts'
import styles from './today.module.css'
import { useItemKeys } from './use-item-keys.ts'
import { useToday } from './use-today.ts'

const BulkDialog = lazyOverlay(
  () => import('#kit/bulk/bulk-dialog.tsx'),
  'The change of several',
  ({ onClose }) => onClose(),
)

const OF: readonly { readonly id: TodayOf; readonly label: string }[] = [
  { id: 'mine', label: 'Mine' },
  { id: 'all', label: 'Everybody’s' },
]
const MINUTE_MS = 60_000

/** The score of the last seven days: of the items, and of promises to clients. */
function LastWeek({ of: { last_week: items, promises } }: { readonly of: Today }) {
  const parts = [
    ...(items.items === 0
      ? []
      : [
          `${items.acted_on} of ${items.items} items were acted on${items.acted_on === 0 ? '' : `, and ${items.ended} of these ended`}`,
        ]),
    ...(promises.over === 0 ? [] : [`${promises.met} of ${promises.over} promises were met`]),
  ]
  if (parts.length === 0) return null
  return (
    <p className={styles['sum']} title={LAST_WEEK_MEANING}>
      Last week: {parts.join(' · ')}
    </p>
  )
}
const LAST_WEEK_MEANING =
  'Items that began in the last seven days; a user changed the place, its survey or its project while they lasted. Promises to clients that were over in these days.'

/** Today (docs/decisions/0097): the open alerts of the account as one queue, most money at risk first. */
export function TodayScreen() {
  useAppTitle('Today')
  const [of, choose] = useTodayOf()
  const zone = useZone().name
  const nowMs = useNowMs(MINUTE_MS)
  const user = useUser()
  const maySnooze = useMayCall('today.snooze')
  const mayCreate = useMayCall('projects.create')
  const seesReversals = useMayCall('reversals.read')
  const { list, snooze, mute, refresh } = useToday(of)
  const [all, setAll] = useState<AllAct | null>(null)
  const queue = useRef<HTMLUListElement>(null)
  const today = list.data
  const rest = (at: number, until: 'hour' | 'tomorrow' | 'end') => {
    const item = today?.items[at]
    if (item !== undefined && maySnooze) snooze.send({ payload: { alert_ids: item.alert_ids, until } })
  }
  useItemKeys(queue, at => rest(at, 'hour'))
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Projects"
        status={<ProjectViewTabs shown="today" />}
        actions={
          <>
            <SegmentedControl label="Projects shown" segments={OF} value={of} onChange={choose} />
            {mayCreate ? (
              <a className={buttonClass('primary')} href="#/manage/project/new">
                New project
              </a>
            ) : null}
          </>
        }
      />
      <FirstSteps />
      <CallFailure error={snooze.failure ?? mute.failure} />
      {today === undefined ? null : <LastWeek of={today} />}
      {today === undefined ? (
        <NotLoaded query={list} title="Today" label="Loading Today" height="72px" lines={4} />
      ) : today.items.length === 0 ? (
        <EmptyState title="Nothing needs you." icon={<CircleCheck aria-hidden />}>
          An open alert is listed here with what it puts at risk.
        </EmptyState>
      ) : (
        <>
          <p className={styles['sum']} title={RISK_FORMULA}>
            {today.item_count === 1 ? '1 needs you' : `${today.item_count} need you`} ·{' '}
            {moneyWords(today) === undefined ? null : (
              <>
                <strong>{moneyWords(today)}</strong> and{' '}
              </>
            )}
            {completesWords(today)} at risk
          </p>
          <ul ref={queue} className={styles['queue']} aria-label="Today">
            {today.items.map((item, at) => (
              <TodayItemRow
                key={item.alert_ids.join(' ')}
                item={item}
                zone={zone}
                nowMs={nowMs}
                onSnooze={until => rest(at, until)}
                onMute={payload => mute.send({ payload })}
                onAll={setAll}
              />
            ))}
          </ul>
        </>
      )}
      <div className={styles['cards']}>
        <SinceYouLeft of={of} today={today} zone={zone} nowMs={nowMs} />
        <FinishingNext of={of} zone={zone} nowMs={nowMs} />
        {user !== null && may(user, 'see the recon indicator') ? <ClosingThisMonth /> : null}
        {seesReversals ? (
          <section className={styles['card']} aria-labelledby="reversals-to-come">
            <h2 id="reversals-to-come">Reversals to come</h2>
            <OpenReversals of={{}} figure="margin" />
          </section>
        ) : null}
      </div>
      <StatusOverlays onChanged={refresh} />
      <Suspense fallback={null}>
        {all === null ? null : (
          <BulkDialog
            noun="source"
            kind={all.kind}
            chosen={all.chosen}
            initial={all.initial}
            onChanged={refresh}
            onClose={() => setAll(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
