import type { Moment } from '@desk/machines/journal/playback'
import { reasonsOf } from '@desk/machines/journal/reasons'
import { MASKED_FINGERPRINT, type JournalEntry } from '@desk/schema/journal/entry'
import { changesBetween, lineOf, pushPositions, requestsAround } from './moment-facts.ts'
import { ReasonTable } from './reason-table.tsx'
import { clockText, durationText } from './times.ts'
import part from './part.module.css'
import styles from './step-panel.module.css'

export interface StepPanelProps {
  readonly moment: Moment
  readonly entries: readonly JournalEntry[]
  /** The state after the entry is not the recorded one. */
  readonly differs: boolean
  readonly zone: string
  readonly startMs: number
}

/** One entry: the event, its changes, the guards' answers, and other things at the same moment. */
export function StepPanel({ moment, entries, differs, zone, startMs }: StepPanelProps) {
  const { entry } = moment
  if (entry === null) {
    return (
      <section className={styles['step']} aria-label="The step">
        <p className={part['none']}>Nothing has happened yet: take a step (J), or play (P).</p>
      </section>
    )
  }
  const { type, ...fields } = entry.event
  return (
    // A scrollable region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['step']} aria-label="The step" tabIndex={0}>
      <header className={styles['head']}>
        <h2>{type}</h2>
        <p>
          to <strong>{entry.machine}</strong> · {clockText(entry.atMs, zone)} ·{' '}
          {durationText((entry.atMs - startMs) / 1_000)} in
        </p>
        {entry.fingerprint === MASKED_FINGERPRINT ? null : (
          <p className={differs ? styles['differs'] : styles['equal']}>
            {differs
              ? `The state differs from the recorded ${entry.fingerprint}`
              : `The state is as recorded: ${entry.fingerprint}`}
          </p>
        )}
      </header>
      <Fields
        title="Fields"
        none="Nothing."
        fields={Object.entries(fields).map(([name, value]) => [name, lineOf(value)])}
      />
      <Changes moment={moment} />
      <Why moment={moment} />
      <SameMoment moment={moment} entries={entries} />
    </section>
  )
}

interface FieldsProps {
  readonly title: string
  readonly none: string
  readonly fields: readonly (readonly [string, string])[]
}

function Fields({ title, none, fields }: FieldsProps) {
  return (
    <div className={part['part']}>
      <h3>{title}</h3>
      {fields.length === 0 ? (
        <p className={part['none']}>{none}</p>
      ) : (
        <dl className={styles['fields']}>
          {fields.map(([name, text], index) => (
            <div key={`${index} ${name}`}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Changes({ moment: { taken } }: { readonly moment: Moment }) {
  if (taken === null) return null
  const changes = changesBetween(taken.before, taken.after)
  return (
    <div className={part['part']}>
      <h3>Changes</h3>
      {changes.length === 0 ? (
        <p className={part['none']}>Nothing.</p>
      ) : (
        <ul role="list" className={styles['changes']}>
          {changes.map(({ path, kind, before, after }) => (
            <li key={path} data-kind={kind}>
              <span className={styles['path']}>{path}</span>
              {before === null ? null : <del>{before}</del>}
              {before !== null && after !== null ? <span aria-hidden>→</span> : null}
              {after === null ? <span className={styles['gone']}>is gone</span> : <ins>{after}</ins>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Why({ moment: { taken, entry } }: { readonly moment: Moment }) {
  if (taken === null)
    return <p className={part['none']}>There is no machine of the name {entry?.machine} in this build.</p>
  const reasons = taken.event === null ? [] : reasonsOf(taken.registered, taken.before, taken.event)
  return (
    <div className={part['part']}>
      <h3>Why</h3>
      {taken.event === null ? (
        <p className={part['none']}>The machine of this build does not know such an event.</p>
      ) : reasons.length === 0 ? (
        <p className={part['none']}>Where it stood, the machine takes no such event: nothing happened.</p>
      ) : (
        <ReasonTable label="Ways that the machine had" reasons={reasons} hasEvent={false} />
      )}
    </div>
  )
}

function SameMoment({ moment, entries }: { readonly moment: Moment; readonly entries: readonly JournalEntry[] }) {
  const requests = requestsAround(entries, moment.position)
  const positions = pushPositions(moment.snapshots.get('feed'))
  return (
    <>
      <Fields
        title="Requests of the same moment"
        none="None that the server gave an id."
        fields={requests.map(({ kind, id, seq, event }) => [
          `${kind === 'request' ? 'request id' : 'command id'}`,
          `${id} (${event}, entry ${seq})`,
        ])}
      />
      <Fields
        title="Push positions"
        none="The page watches nothing."
        fields={positions.map(({ topic, position, epoch }) => [
          topic,
          position === null ? 'not certain' : `${position}${epoch === null ? '' : ` of epoch ${epoch}`}`,
        ])}
      />
    </>
  )
}
