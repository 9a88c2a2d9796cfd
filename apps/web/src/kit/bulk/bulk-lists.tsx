import { useId } from 'react'
import type { BulkResult } from './bulk-calls.ts'
import type { BulkPlan, PlannedChange, Staying } from './bulk-plan.ts'
import styles from './bulk.module.css'

function List({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles['partTitle']}>
        {title}
      </h3>
      <ul className={styles['list']}>{children}</ul>
    </section>
  )
}

function Step({ change: { from, to, note, warning } }: { change: PlannedChange }) {
  return (
    <span className={styles['about']}>
      {from} → {to}
      {note === null ? null : <span className={styles['quiet']}> · {note}</span>}
      {warning === undefined ? null : <span className={styles['warning']}>{warning}</span>}
    </span>
  )
}

function Stays({ title, stays }: { title: string; stays: readonly Staying[] }) {
  return stays.length === 0 ? null : (
    <List title={title}>
      {stays.map(({ id, name, why }) => (
        <li key={id} className={styles['line']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['about']}>{why}</span>
        </li>
      ))}
    </List>
  )
}

/** The changes, and the rows that stay, with the reason. */
export function PlanLists({ plan: { changes, stays, notes } }: { plan: BulkPlan }) {
  return (
    <>
      {notes.length === 0 ? null : (
        <ul className={styles['notes']}>
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {changes.length === 0 ? null : (
        <List title={`${changes.length} will change`}>
          {changes.map(change => (
            <li key={change.id} className={styles['line']}>
              <span className={styles['name']}>{change.name}</span>
              <Step change={change} />
            </li>
          ))}
        </List>
      )}
      <Stays title={`${stays.length} will not change`} stays={stays} />
    </>
  )
}

/** The changes made, and the failed ones with the server's reason. */
export function ResultLists({
  results,
  stays,
  isUndo,
}: {
  results: readonly BulkResult[]
  stays: readonly Staying[]
  isUndo: boolean
}) {
  const failed = results.filter(result => result.outcome === 'failed')
  const done = results.filter(result => result.outcome === 'done')
  const left = done.filter(({ undo, change }) => undo === null && change.order.kind !== 'status')
  return (
    <>
      {failed.length === 0 ? null : (
        <List title={`${failed.length} failed`}>
          {failed.map(({ change, message, requestId }) => (
            <li key={change.id} className={styles['line']} data-failed>
              <span className={styles['name']}>{change.name}</span>
              <span className={styles['about']}>
                {message}
                {requestId === null ? null : (
                  <span className={styles['quiet']}>
                    {' '}
                    Request <code>{requestId}</code>
                  </span>
                )}
              </span>
            </li>
          ))}
        </List>
      )}
      {done.length === 0 ? null : (
        <List title={`${done.length} ${isUndo ? 'undone' : 'changed'}`}>
          {done.map(({ change }) => (
            <li key={change.id} className={styles['line']}>
              <span className={styles['name']}>{change.name}</span>
              <Step change={change} />
            </li>
          ))}
        </List>
      )}
      {!isUndo && left.length > 0 ? (
        <p className={styles['quiet']}>
          Undo leaves {left.map(({ change }) => change.name).join(', ')}: a{' '}
          {left.some(({ change }) => change.order.kind === 'surveyEnd') ? 'date' : 'price'} cannot be taken away.
        </p>
      ) : null}
      <Stays title={`${stays.length} not changed`} stays={stays} />
    </>
  )
}
