import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import styles from './project-details.module.css'

export interface ProjectPanelProps<T> {
  title: string
  /** The name of the data: 'the costs'. */
  what: string
  read: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error' | 'refetch' | 'isFetching'>
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
      {read.data !== undefined ? (
        children(read.data)
      ) : read.isError ? (
        <LoadFailure
          title={`${what[0]?.toUpperCase() ?? ''}${what.slice(1)} did not load`}
          failure={read.error}
          onRetry={() => void read.refetch()}
          isRetrying={read.isFetching}
        />
      ) : (
        <Skeleton label={`Loading ${what}`} height="36px" lines={3} />
      )}
    </section>
  )
}
