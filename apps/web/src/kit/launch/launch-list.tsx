import styles from './launch.module.css'

export interface LaunchListProps {
  id: string
  title: string
  /** It is empty. */
  isClear: boolean
  /** Lists of LaunchLine, and what else is said. */
  children: React.ReactNode
}

/** The list of problems that block the launch of a survey or a source. */
export function LaunchList({ id, title, isClear, children }: LaunchListProps) {
  return (
    <section className={styles['launch']} aria-labelledby={id} data-clear={isClear || undefined}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export interface LaunchLineProps {
  words: string
  /** It does not block the launch, but blocks traffic. */
  isNote?: boolean
  /** The link to where it is fixed; undefined: none for this user. */
  children?: React.ReactNode
}

/** One problem of a launch. */
export function LaunchLine({ words, isNote = false, children }: LaunchLineProps) {
  return (
    <li className={styles['line']}>
      <span className={styles['mark']} data-note={isNote || undefined} aria-hidden>
        {isNote ? '!' : '✕'}
      </span>
      <span className={styles['words']}>{words}</span>
      {children}
    </li>
  )
}
