import styles from './page-tabs.module.css'

export interface PageTab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly href: string
  /** How many things it holds, where that is known. */
  readonly count?: number | undefined
}

export interface PageTabsProps<Id extends string> {
  /** Their subject: the accessible name. */
  label: string
  tabs: readonly PageTab<Id>[]
  shown: Id
}

/** The parts of an object's page: links, so that each has an address. */
export function PageTabs<Id extends string>({ label, tabs, shown }: PageTabsProps<Id>) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map(({ id, label: name, href, count }) => (
        <a key={id} href={href} className={styles['tab']} aria-current={id === shown ? 'page' : undefined}>
          {name}
          {count === undefined ? null : <span className={styles['count']}> {count}</span>}
        </a>
      ))}
    </nav>
  )
}
