'use no memo'

import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { MoreHorizontal } from 'lucide-react'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useNarrow } from '#ui/use-narrow.ts'
import { readCrumbSlot, watchCrumbSlot } from './crumb-slot.ts'
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
  /** The parts of the object's page: a line of their own, with the facts. */
  tabs?: React.ReactNode
  facts?: readonly HeadFact[]
  /** At the end of the line: one primary action, and at most two others. */
  actions?: React.ReactNode
  /** The further actions: pages of the same object, and acts. */
  more?: readonly HeadAction[]
}

/** An action behind the head's menu: a link, or an act. */
export interface HeadAction {
  readonly label: string
  readonly href?: string
  readonly onAction?: () => void
}

/** The head of a screen: one line of title, status, key facts and actions, and one of tabs where it has some; the breadcrumb is in the top bar (day.md §1). */
export function PageHead({
  crumbs,
  title,
  loadingLabel = 'Loading',
  status,
  tabs,
  facts = [],
  actions,
  more = [],
}: PageHeadProps) {
  // beside a name, a telephone has room for the menu alone
  const areActionsBelow = useNarrow() && more.length > 0
  const hasLineBelow = areActionsBelow || tabs !== undefined
  const shownFacts = facts.length > 0 ? <Facts facts={facts} /> : null
  return (
    <header className={styles['head']}>
      {crumbs.length > 0 ? <PathInTopBar crumbs={crumbs} /> : null}
      <div className={styles['line']}>
        <h1 className={styles['title']} title={title ?? undefined}>
          {title ?? <Skeleton label={loadingLabel} width="280px" height="24px" />}
        </h1>
        {status}
        {hasLineBelow ? null : shownFacts}
        {actions === undefined ? null : (
          <div className={styles['actions']}>
            {more.length > 0 ? <More actions={more} /> : null}
            {areActionsBelow ? null : actions}
          </div>
        )}
      </div>
      {hasLineBelow ? (
        <div className={styles['below']}>
          {tabs}
          {areActionsBelow ? <div className={styles['actions']}>{actions}</div> : null}
          {shownFacts}
        </div>
      ) : null}
    </header>
  )
}

/** The facts that fit into one line; a fact without room is not shown. */
function Facts({ facts }: { readonly facts: readonly HeadFact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function More({ actions }: { readonly actions: readonly HeadAction[] }) {
  return (
    <LazyMenu
      label="More actions"
      items={actions.map(({ label, href }) => ({ id: label, label, ...(href === undefined ? {} : { href }) }))}
      onAction={id => actions.find(({ label }) => label === id)?.onAction?.()}
      placement="bottom end"
    >
      {trigger => (
        <Button {...trigger} variant="ghost" aria-label="More actions">
          <MoreHorizontal aria-hidden size={16} />
        </Button>
      )}
    </LazyMenu>
  )
}

function PathInTopBar({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const slot = useSyncExternalStore(watchCrumbSlot, readCrumbSlot)
  const path = <Breadcrumbs crumbs={crumbs} />
  return slot === null ? path : createPortal(path, slot)
}
