import { markersOf } from '@desk/machines/journal/markers'
import { useMemo, useState } from 'react'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import type { ReadJournal } from '#runtime/journal/journal-reading.ts'
import { Banner } from '#ui/banner.tsx'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { momentText } from '#ui/format/moments.ts'
import { Switch } from '#ui/switch.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { idOf } from '#kit/tables/table-search.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { EntryList } from './entry-list.tsx'
import { FaultBanner } from './fault-banner.tsx'
import { MachinesPanel } from './machines-panel.tsx'
import { nextError, positionOf, walkedPositions } from './moment-facts.ts'
import { ReplayControls } from './replay-controls.tsx'
import { SessionActions } from './session-actions.tsx'
import type { Stage as StageComponent } from './stage.ts'
import { StepPanel } from './step-panel.tsx'
import { durationText } from './times.ts'
import styles from './session-replay.module.css'

/** The delay before the URL takes the position. */
const RESTED_MS = 400

const VIEWS = ['screen', 'machines'] as const
type View = (typeof VIEWS)[number]
const viewOf = (value: unknown): View => VIEWS.find(view => view === value) ?? 'screen'

export interface ReplayProps {
  readonly journal: ReadJournal
  readonly Stage: StageComponent
  readonly list: Crumb
}

/** A folded session: its position, the step's effects, and the screen at that moment. */
export function Replay({ journal, Stage, list }: ReplayProps) {
  const { summary, playback, gaps, isMasked, exported } = journal
  const { entries } = playback
  const markers = useMemo(() => markersOf(entries), [entries])
  const zone = useZone()
  const [search, change] = useUrlSearch()
  const [position, setPosition] = useState(() => {
    const seq = idOf(search['at']) ?? journal.pointsAt
    return seq === null ? (nextError(markers, 0) ?? Math.min(1, entries.length)) : positionOf(entries, seq)
  })
  /** The entry in the URL, and the one that this page wrote there. */
  const [asked, setAsked] = useState(search['at'])
  const [written, setWritten] = useState<number | null>(null)
  if (asked !== search['at']) {
    setAsked(search['at'])
    const seq = idOf(search['at'])
    // another address of the same session
    if (seq !== undefined && seq !== written) setPosition(positionOf(entries, seq))
  }
  const [hidesTicks, setHidesTicks] = useState(true)
  const walked = useMemo(() => walkedPositions(entries, hidesTicks), [entries, hidesTicks])
  const moment = useMemo(() => playback.at(position), [playback, position])
  const seq = moment.entry?.seq ?? null
  useAfterQuiet(RESTED_MS, seq, () => {
    setWritten(seq)
    change({ at: seq ?? undefined }, true)
  })
  const view = viewOf(search['view'])
  const name = `${summary.firstname} ${summary.lastname}`
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[list, { label: name }]}
        title={name}
        facts={[
          { name: 'User', value: summary.username },
          { name: 'Account', value: summary.dashboard_name },
          { name: 'Start', value: momentText(summary.first_at, zone.name) },
          { name: 'Duration', value: durationText(summary.duration_seconds) },
          { name: 'Entries', value: summary.entries.toLocaleString('en-US') },
          { name: 'Errors', value: summary.errors.toLocaleString('en-US') },
          { name: 'Build', value: <code>{summary.build}</code> },
        ]}
        status={<SessionActions summary={summary} exported={isMasked ? null : exported} seq={seq} />}
      />
      {isMasked ? (
        <Banner>
          <strong>Names and typed text are masked:</strong> the same mask is the same text. A super admin reads them,
          compares every state with the recorded one, and can download the session.
        </Banner>
      ) : null}
      <FaultBanner fault={playback.fault()} gaps={gaps} onGo={to => setPosition(positionOf(entries, to))} />
      <ReplayControls
        entries={entries}
        markers={markers}
        walked={walked}
        position={position}
        onChange={setPosition}
        zone={zone.name}
      />
      <div className={styles['columns']}>
        <section className={styles['entries']} aria-label="Entries">
          <div className={styles['entriesHead']}>
            <Switch isSelected={hidesTicks} onChange={setHidesTicks}>
              Hide clocks and heartbeats
            </Switch>
          </div>
          <EntryList
            entries={entries}
            markers={markers}
            walked={walked}
            position={position}
            startMs={entries[0]?.atMs ?? 0}
            differs={at => playback.differs(at)}
            onChoose={setPosition}
          />
        </section>
        <StepPanel
          moment={moment}
          entries={entries}
          differs={playback.differs(position)}
          zone={zone.name}
          startMs={entries[0]?.atMs ?? 0}
        />
        <section className={styles['view']} aria-label="The moment">
          <Tabs
            label="The moment"
            value={view}
            onChange={chosen => change({ view: chosen === 'screen' ? undefined : chosen })}
            tabs={[
              { id: 'screen', label: 'Screen', content: <Stage moment={moment} entries={entries} /> },
              {
                id: 'machines',
                label: 'Machines',
                content: (
                  <MachinesPanel moment={moment} chosen={search['machine']} onChoose={machine => change({ machine })} />
                ),
              },
            ]}
          />
        </section>
      </div>
    </div>
  )
}
