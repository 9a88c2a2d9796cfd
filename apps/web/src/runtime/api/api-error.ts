/** The generic error text (§8.2). */
export const GENERIC_FAILURE = 'Encountered an error. Please try again later.'

/** One fault of a refused body: the path of its field and the reason (§5.28). */
export interface FieldFault {
  readonly path: readonly string[]
  readonly message: string
}

export interface ApiErrorFacts {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly message: string
  /** The code of a conflict (409). */
  readonly reason?: string
  /** The present state of the object, for a conflict (409). */
  readonly current?: unknown
  /** The faults of a refused body (422). */
  readonly details?: readonly FieldFault[]
  /** Names the call in the server's log. */
  readonly requestId?: string
  /** When to try again (429, 503). */
  readonly retryAfterMs?: number
}

/** Why a call failed, as data. An aborted call is no ApiError: it throws the signal's own reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly reason: string | null
  readonly current: unknown
  readonly details: readonly FieldFault[]
  readonly requestId: string | null
  readonly retryAfterMs: number | null

  constructor(facts: ApiErrorFacts) {
    super(facts.message)
    this.status = facts.status
    this.reason = facts.reason ?? null
    this.current = facts.current ?? null
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
  }
}

/**
 * The message to show for any failure: the server's, or the generic one (§8.2) if no server answered.
 * @param failure anything that was thrown
 */
export function failureMessage(failure: unknown): string {
  return failure instanceof ApiError && failure.message !== '' ? failure.message : GENERIC_FAILURE
}

/** Whether the object does not exist, or not for the caller (404). */
export const isMissing = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 404

/** Whether the server refused a call, so that a repeat is refused too. A call that failed otherwise may have been performed. */
export const isRefused = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500

/** Whether the object is not as the caller thought (409). */
export const isConflict = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 409

/** Whether the caller's version is stale (409); `current` is the present state. */
export const isStale = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.status === 409 && failure.reason === 'stale_version'

/** The server's request id of a failed call, which events carry into the journal; undefined when no server answered. */
export const requestIdOf = (failure: unknown): { readonly requestId?: string } =>
  failure instanceof ApiError && failure.requestId !== null ? { requestId: failure.requestId } : {}

/**
 * Gives the field errors of a refused body (§5.28): by the path joined with underscores, quotes taken out of the
 * message.
 * @param failure any thrown value; only a refusal has field errors
 */
export function fieldErrorsOf(failure: unknown): Readonly<Record<string, string>> {
  if (!(failure instanceof ApiError)) return {}
  return Object.fromEntries(failure.details.map(({ path, message }) => [path.join('_'), message.replaceAll('"', '')]))
}

type Json = Readonly<Record<string, unknown>>
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function faultsOf(value: unknown): readonly FieldFault[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((fault: unknown): FieldFault[] => {
    if (typeof fault !== 'object' || fault === null) return []
    const { path, message } = fault as { path?: unknown; message?: unknown }
    return Array.isArray(path) && typeof message === 'string' ? [{ path: path.map(String), message }] : []
  })
}

/** Seconds or a date, as Retry-After carries them. */
function retryAfterMs(header: string | null, seconds: unknown, nowMs: number): number | undefined {
  if (header !== null && /^\d+$/.test(header)) return Number(header) * 1000
  const atMs = header === null ? Number.NaN : Date.parse(header)
  if (Number.isFinite(atMs)) return Math.max(0, atMs - nowMs)
  return typeof seconds === 'number' ? seconds * 1000 : undefined
}

/**
 * Reads a refusing answer.
 * @param status the HTTP status
 * @param headers the answer's headers, for Retry-After and x-request-id
 * @param body the parsed body, whatever it is
 * @param nowMs the present time, for a Retry-After that is a date
 */
export function apiErrorFrom(status: number, headers: Headers, body: unknown, nowMs: number): ApiError {
  const said: Json = typeof body === 'object' && body !== null ? (body as Json) : {}
  const reason = text(said['reason'])
  const details = faultsOf(said['details'])
  const requestId = text(said['request_id']) ?? headers.get('x-request-id') ?? undefined
  const afterMs = retryAfterMs(headers.get('retry-after'), said['retry_after_seconds'], nowMs)
  return new ApiError({
    status,
    message: text(said['message']) ?? GENERIC_FAILURE,
    ...(reason === undefined ? {} : { reason }),
    ...('current' in said ? { current: said['current'] } : {}),
    ...(details === undefined ? {} : { details }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(afterMs === undefined ? {} : { retryAfterMs: afterMs }),
  })
}
