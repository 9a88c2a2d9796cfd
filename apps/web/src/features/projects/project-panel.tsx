import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Loaded } from '#kit/errors/loaded.tsx'
import styles from './project-details.module.css'

export interface ProjectPanelProps<T> {
  title: string
  /** The name of the data: 'the costs'. */
  what: string
  read: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>
  children: (data: T) => React.ReactNode
}

/** One part of a project's details: its title, and its data, skeleton or error. */
export function ProjectPanel<T>({ title, what, read, children }: ProjectPanelProps<T>) {
  const id = useId()
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <Loaded query={read} title={`${what.charAt(0).toUpperCase()}${what.slice(1)}`} lines={3}>
        {children}
      </Loaded>
    </section>
  )
}
