import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { Switch } from '#ui/switch.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { useOwnOrderSwitch } from '#kit/own-order/own-order.ts'
import styles from './labs.module.css'

const PAGES = [
  {
    href: '#/labs-1/chat',
    title: 'Assistant',
    meaning: 'The assistant on a page of its own, with what each answer rests on unfolded.',
  },
  {
    href: '#/labs-1/sortable',
    title: 'Own order',
    meaning:
      'An order of projects and of the columns of their list that is yours alone, by dragging or by the keyboard.',
  },
  { href: '#/experimental', title: 'Machines', meaning: 'The state machines of this tab as live charts.' },
] as const

/** The experiments (§2.16), with their switches. */
export function LabsScreen() {
  useAppTitle('Labs')
  const [isOn, setOn] = useOwnOrderSwitch()
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Labs" />
      <ul role="list" className={styles['labs']} aria-label="Experiments">
        {PAGES.map(({ href, title, meaning }) => (
          <li key={href}>
            <h2>
              <a href={href}>{title}</a>
            </h2>
            <p>{meaning}</p>
            {href === '#/labs-1/sortable' ? (
              <Switch isSelected={isOn} onChange={setOn}>
                The project list is in my own order
              </Switch>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
