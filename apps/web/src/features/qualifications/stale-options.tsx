import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { OptionDifference } from './option-rows.ts'
import styles from './qualifications.module.css'

const SHOWN = 100
const NONE = '-'

export interface StaleOptionsProps {
  readonly differences: readonly OptionDifference[]
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onPostpone: () => void
}

/** The conflict dialog for options that two users edited: shows each option as opened, as edited and as stored, and asks whose to keep. */
export function StaleOptions({ differences, onKeepMine, onTakeTheirs, onPostpone }: StaleOptionsProps) {
  return (
    <Dialog
      isOpen
      title="Changed in the meantime"
      onClose={onPostpone}
      footer={
        <>
          <Button onPress={onPostpone}>Back to the options</Button>
          <Button onPress={onTakeTheirs}>Take theirs</Button>
          <Button variant="primary" onPress={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>Another user has changed these options since you opened them.</p>
      <div className={styles['scrolled']} tabIndex={0} role="region" aria-label="Differences">
        <table className={styles['plain']}>
          <thead>
            <tr>
              <th scope="col">Precode</th>
              <th scope="col">As you opened it</th>
              <th scope="col">Yours</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {differences.slice(0, SHOWN).map(({ precode, opened, mine, now }) => (
              <tr key={precode}>
                <td>{precode}</td>
                <td>{opened ?? NONE}</td>
                <td>{mine ?? NONE}</td>
                <td>{now ?? NONE}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {differences.length > SHOWN ? (
        <p className={styles['quiet']}>{(differences.length - SHOWN).toLocaleString('en-US')} more differ.</p>
      ) : null}
      {differences.length === 0 ? <p className={styles['quiet']}>Only their order differs.</p> : null}
    </Dialog>
  )
}
