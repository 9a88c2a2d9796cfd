import type { ReactNode } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import type { Loading } from './one-read.ts'

interface NotLoadedProps {
  readonly query: Loading
  /** The content with its article: "The documents" did not load. */
  readonly title: string
  /** The skeleton's words; left out: "Loading the documents". */
  readonly label?: string
  /** The skeleton's shape. */
  readonly height?: string
  readonly lines?: number
}

/** Replaces content without an answer yet: its skeleton, or the failure with Retry. */
export function NotLoaded({ query, title, label, height = '36px', lines = 5 }: NotLoadedProps) {
  if (query.error === null) {
    const words = label ?? `Loading ${title.charAt(0).toLowerCase()}${title.slice(1)}`
    return <Skeleton label={words} height={height} lines={lines} />
  }
  return (
    <LoadFailure
      title={`${title} did not load`}
      failure={query.error}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching ?? false}
    />
  )
}

interface LoadedProps<Data> extends NotLoadedProps {
  readonly query: Loading & { readonly data: Data | undefined }
  readonly children: (data: Data) => ReactNode
}

/** The content once it has loaded; a failed refetch leaves it on the screen. */
export function Loaded<Data>({ children, ...waiting }: LoadedProps<Data>) {
  const { data } = waiting.query
  return data === undefined ? <NotLoaded {...waiting} /> : <>{children(data)}</>
}
