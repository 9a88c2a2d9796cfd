import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './page-head.module.css'

export interface HeadFact {
  readonly name: string
  readonly value: React.ReactNode
}

export interface PageHeadProps {
  crumbs: readonly Crumb[]
  /** null while it is loaded for the first time. */
  title: string | null
  /** The loading part, announced once: 'Loading the survey'. */
  loadingLabel?: string
  /** Beside the title: the status. */
  status?: React.ReactNode
  facts?: readonly HeadFact[]
  /** At the end of the line: what one can do here. */
  actions?: React.ReactNode
}

/** The head of a screen: breadcrumb, title, status and key facts. */
export function PageHead({ crumbs, title, loadingLabel = 'Loading', status, facts = [], actions }: PageHeadProps) {
  return (
    <header className={styles['head']}>
      {crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} /> : null}
      <div className={styles['line']}>
        <h1 className={styles['title']}>{title ?? <Skeleton label={loadingLabel} width="280px" height="24px" />}</h1>
        {status}
        {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
      </div>
      {facts.length > 0 ? (
        <dl className={styles['facts']}>
          {facts.map(({ name, value }) => (
            <div key={name} className={styles['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </header>
  )
}
