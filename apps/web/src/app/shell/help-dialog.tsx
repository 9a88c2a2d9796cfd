import { FirstStepsHelp } from '#kit/project-views/first-steps-help.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Kbd } from '#ui/kbd.tsx'
import styles from './help-dialog.module.css'
import { SingleKeysSwitch } from './single-keys-switch.tsx'

const KEYS: readonly { readonly keys: readonly string[]; readonly what: string }[] = [
  {
    keys: ['Ctrl K', '⌘ K'],
    what: 'Go to a project, survey, source, supplier, qualification, page, or a respondent by id',
  },
  { keys: ['Ctrl K', 'pause …'], what: 'Pause, resume, launch, complete, edit or test an object by its name' },
  { keys: ['Ctrl K', '? …'], what: 'Ask the assistant a question at once' },
  { keys: ['?'], what: 'Open this help' },
  { keys: ['J', 'K'], what: 'Next and previous row of a table, or item of Today' },
  { keys: ['A'], what: 'Begin the first act of an item of Today' },
  { keys: ['S'], what: 'Let an item of Today rest for an hour' },
  { keys: ['Alt W'], what: 'Why a figure in a table changed. Right-click or tap does the same' },
  { keys: ['↑', '↓', '←', '→'], what: 'Move inside a table, chart or menu' },
  { keys: ['Home', 'End'], what: 'First and last cell of a row; with Ctrl, of the table' },
  { keys: ['F2', 'Enter'], what: 'Edit a price, target, name or out of field date in its cell' },
  { keys: ['Ctrl C'], what: 'Copy the chosen rows for a spreadsheet' },
  { keys: ['Enter'], what: 'Sort by a column head; open what a cell holds' },
  { keys: ['Esc'], what: 'Close the open dialog, drawer or menu' },
]

/** The keys of the console. */
export function HelpDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="Keyboard" onClose={onClose} isDismissable>
      <dl className={styles['keys']}>
        {KEYS.map(({ keys, what }) => (
          <div key={what} className={styles['line']}>
            <dt>
              {keys.map(key => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <FirstStepsHelp />
      <SingleKeysSwitch />
    </Dialog>
  )
}
