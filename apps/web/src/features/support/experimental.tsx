import { receive } from '@desk/machines/journal/receive'
import { MACHINES, machineOf } from '@desk/machines/registry'
import { start, type MachineState } from '@desk/machines/runtime/step'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { lineOf, valueText } from './moment-facts.ts'
import { StateTree } from './state-tree.tsx'
import styles from './experimental.module.css'
import panel from './machines-panel.module.css'
import part from './part.module.css'

const MachineChart = lazyPart(
  async () => ({ default: (await import('./machine-chart/machine-chart.tsx')).MachineChart }),
  'The machine’s chart',
)

/** Events that only mark the passing of time. */
const TICKS: ReadonlySet<string> = new Set(['clock.ticked', 'heartbeat.received', 'timer.elapsed'])

/** The machines of this tab: running ones by key, others by name, in the order of the registry. */
function keysOf(states: ReadonlyMap<string, MachineState>): readonly string[] {
  const live = [...states.keys()]
  return Object.keys(MACHINES).flatMap(name => {
    const own = live.filter(key => key === name || key.startsWith(`${name}/`))
    return own.length === 0 ? [name] : own
  })
}

/** The machines of this tab at work (§2.16): every one as a chart with its present state lit, and the last events. It needs no network. */
export function ExperimentalScreen() {
  const desk = useDesk()
  useAppTitle('Machines')
  const [search, change] = useUrlSearch()
  const states = useSyncExternalStore(desk.machines.subscribe, desk.machines.states)
  const keys = keysOf(states)
  const key = keys.find(each => each === search['machine']) ?? 'session'
  const registered = machineOf(key)
  if (registered === null) return null
  const live = states.get(key)
  const { value, context } = live ?? start(registered.machine).snapshot
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Machines of this tab" facts={[{ name: 'Alive', value: states.size }]} />
      <div className={styles['columns']}>
        <div className={panel['machines']}>
          <ul role="list" className={panel['list']} aria-label="Machines">
            {keys.map(each => {
              const state = states.get(each)
              return (
                <li key={each}>
                  <button
                    type="button"
                    className={panel['machine']}
                    aria-pressed={each === key}
                    onClick={() => change({ machine: each })}
                  >
                    <strong>{each}</strong>
                    <span>{state === undefined ? 'no event yet' : valueText(state.value)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
          <Suspense fallback={<Skeleton label="Loading the chart" height="600px" />}>
            <MachineChart
              name={key.split('/', 1)[0] ?? key}
              machine={registered.machine}
              value={live === undefined ? null : value}
              height={600}
            />
          </Suspense>
          <div className={part['part']}>
            <h2>What {key} holds</h2>
            <StateTree value={{ state: value, ...context }} />
          </div>
        </div>
        <LastEvents />
      </div>
    </div>
  )
}

/** An event as journalled: without secret and unknown fields. */
function shownOf(machine: string, event: { readonly type: string }): string {
  const { type: _, ...fields } = receive(machine, event) ?? { type: event.type }
  return Object.keys(fields).length === 0 ? '' : lineOf(fields)
}

function LastEvents() {
  const desk = useDesk()
  const heard = useSyncExternalStore(desk.machines.subscribe, desk.machines.heard)
  const [hidesTicks, setHidesTicks] = useState(true)
  const shown = heard.filter(({ event }) => !hidesTicks || !TICKS.has(event.type)).slice(0, 60)
  return (
    <section className={styles['events']} aria-labelledby="last-events">
      <header className={styles['head']}>
        <h2 id="last-events">Last events</h2>
        <Switch isSelected={hidesTicks} onChange={setHidesTicks}>
          Hide clocks and heartbeats
        </Switch>
      </header>
      {shown.length === 0 ? <p className={part['none']}>Nothing has happened yet.</p> : null}
      {/* A list that takes the focus can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol role="list" className={styles['list']} tabIndex={0} aria-labelledby="last-events">
        {shown.map(({ no, machine, event }) => (
          <li key={no}>
            <span className={styles['machine']}>{machine}</span>
            <strong>{event.type}</strong>
            <span className={styles['fields']}>{shownOf(machine, event)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
