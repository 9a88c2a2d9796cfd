import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api/api-client.ts'
import { ApiError } from './api/api-error.ts'
import type { EndpointKey, RequestOf } from './api/endpoints.ts'

/** How often a read that failed is tried again (§9.4). */
export const APP_SHELL_RETRIES = 2
export const GENERIC_RETRIES = 3
export const FIRST_RETRY_DELAY_MS = 1_000
export const LONGEST_RETRY_DELAY_MS = 30_000
/** How long an answer without a viewer stays cached (§9.4). */
export const CACHE_TIME_MS = 5 * 60_000
/** How long the roles list holds (§9.4). */
export const ROLES_CACHE_MS = 5 * 60_000

/** Retries after no answer, a server error or Retry-After; never after a final refusal. */
export function mayPass(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  if (failure.reason === 'unexpected_answer') return false
  return failure.status === 0 || failure.status >= 500 || failure.status === 408 || failure.status === 429
}

/** Says whether a read is tried again: at most `retries` times, and only when it may succeed. */
export const retryUpTo = (retries: number) => (failures: number, failure: unknown) =>
  failures < retries && mayPass(failure)

/**
 * Gives the wait before a try: doubling from one second to 30 (§9.4), never less than the server asked for.
 * @param failures how many tries failed before, from 0
 */
export function retryDelayMs(failures: number, failure: unknown): number {
  const askedMs = failure instanceof ApiError ? (failure.retryAfterMs ?? 0) : 0
  return Math.min(LONGEST_RETRY_DELAY_MS, Math.max(askedMs, FIRST_RETRY_DELAY_MS * 2 ** failures))
}

/** The query client of the desk, with the generic layer's settings (§9.4). */
export function createQueryClient(): QueryClient {
  // Notifies within the task of the change, not by a timer after it: a key pressed between the two would still close a
  // dialog whose call is on its way.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryUpTo(GENERIC_RETRIES),
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: false,
        gcTime: CACHE_TIME_MS,
      },
      mutations: { retry: false },
    },
  })
}

/** Query options of the app shell's own reads (account, logo, zones) (§9.4). */
export const APP_SHELL_QUERY = { retry: retryUpTo(APP_SHELL_RETRIES), meta: { isOfShell: true } } as const

type Keyed<K extends EndpointKey> = Omit<RequestOf<K>, 'signal'>

/** The key of a call in the query cache. */
export function queryKeyOf<K extends EndpointKey>(key: K, request?: Keyed<K>) {
  return request === undefined ? ([key] as const) : ([key, request] as const)
}

/**
 * Makes query options from a call: its key in the cache, and the call itself, aborted when no one waits for it any
 * more.
 */
export function queryMaker(api: ApiClient) {
  return <K extends EndpointKey>(key: K, request: Keyed<K>) =>
    queryOptions({
      queryKey: queryKeyOf(key, request),
      // Keyed<K> with a signal is RequestOf<K>; the compiler cannot put an open K together again.
      queryFn: ({ signal }) => api.call(key, { ...request, signal } as unknown as RequestOf<K>),
    })
}
