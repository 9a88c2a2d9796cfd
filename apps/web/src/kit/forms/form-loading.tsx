import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import screen from '#kit/heads/screen.module.css'

/** Something that a form begins with. */
export type FormRead = Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'>

/** The page of a form while what it begins with is read, or when some of it did not come. */
export function FormLoading({ title, reads }: { readonly title: string; readonly reads: readonly FormRead[] }) {
  const failure = reads.find(({ data, error }) => data === undefined && error !== null)?.error
  return (
    <div className={screen['screen']}>
      <h1>{title}</h1>
      {failure === undefined ? (
        <Skeleton label="Loading the form" height="36px" lines={8} />
      ) : (
        <LoadFailure
          title="The form did not load"
          failure={failure}
          onRetry={() => {
            for (const read of reads) if (read.isError) void read.refetch()
          }}
        />
      )}
    </div>
  )
}
