'use no memo'

import styles from './breadcrumbs.module.css'

export interface Crumb {
  label: string
  /** The link's target; the last one has none. With hash routes: '#/projects'. */
  href?: string
}

/** The path to this page. The last one is the page itself. */
export function Breadcrumbs({ crumbs, label = 'Breadcrumb' }: { crumbs: readonly Crumb[]; label?: string }) {
  return (
    <nav aria-label={label}>
      <ol role="list" className={styles['crumbs']}>
        {crumbs.map((crumb, index) => (
          <li key={`${index}-${crumb.label}`} className={styles['crumb']}>
            {crumb.href !== undefined && index < crumbs.length - 1 ? (
              <a href={crumb.href}>{crumb.label}</a>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
