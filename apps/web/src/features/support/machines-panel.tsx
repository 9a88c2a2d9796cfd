import type { Moment } from '@desk/machines/journal/playback'
import { waysOf } from '@desk/machines/journal/reasons'
import { machineOf } from '@desk/machines/registry'
import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { valueText } from './moment-facts.ts'
import { ReasonTable } from './reason-table.tsx'
import { StateTree } from './state-tree.tsx'
import part from './part.module.css'
import styles from './machines-panel.module.css'

/** The chart and its layout engine load when first shown. */
const MachineChart = lazyPart(
  async () => ({ default: (await import('./machine-chart/machine-chart.tsx')).MachineChart }),
  'The machine’s chart',
)

export interface MachinesPanelProps {
  readonly moment: Moment
  /** The machine in the URL, which may be edited by hand. */
  readonly chosen: unknown
  readonly onChoose: (machine: string) => void
}

/** Every machine of a moment; for the chosen one its chart, state tree and accepted events. */
export function MachinesPanel({ moment: { snapshots, entry }, chosen, onChoose }: MachinesPanelProps) {
  const keys = [...snapshots.keys()].toSorted()
  const key = keys.find(each => each === chosen) ?? keys.find(each => each === entry?.machine) ?? keys[0]
  const snapshot = key === undefined ? undefined : snapshots.get(key)
  const registered = key === undefined ? null : machineOf(key)
  return (
    <div className={styles['machines']}>
      <ul role="list" className={styles['list']} aria-label="Machines">
        {keys.map(each => {
          const its = snapshots.get(each)
          return (
            <li key={each}>
              <button
                type="button"
                className={styles['machine']}
                aria-pressed={each === key}
                data-stepped={each === entry?.machine || undefined}
                onClick={() => onChoose(each)}
              >
                <strong>{each}</strong>
                <span>{its === undefined ? '' : valueText(its.value)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {key === undefined || snapshot === undefined || registered === null ? (
        <p className={part['none']}>No machine has received an event yet.</p>
      ) : (
        <div className={styles['one']}>
          <Suspense fallback={<Skeleton label="Loading the chart" height="320px" />}>
            <MachineChart name={key.split('/', 1)[0] ?? key} machine={registered.machine} value={snapshot.value} />
          </Suspense>
          <div className={part['part']}>
            <h3>What {key} holds</h3>
            <StateTree value={{ state: snapshot.value, ...snapshot.context }} />
          </div>
          <div className={part['part']}>
            <h3>Events in this state, and why it refuses some</h3>
            <ReasonTable label={`What ${key} would take`} reasons={waysOf(key, registered, snapshot)} hasEvent />
          </div>
        </div>
      )}
    </div>
  )
}
