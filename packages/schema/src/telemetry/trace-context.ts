import { randomUUID } from 'node:crypto'

/** A request's place in its trace, as W3C's `traceparent` writes it. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
}

export const TRACEPARENT_HEADER = 'traceparent'

const TRACE_ID = /^(?!0{32})[\da-f]{32}$/
const TRACEPARENT = /^00-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-0([01])$/

/** A new trace id, which is the id of a request as well: 32 hex digits. */
export function newTraceId(): string {
  return randomUUID().replaceAll('-', '')
}

/** Whether a header's value can be the id of a trace. */
export function isTraceId(value: unknown): value is string {
  return typeof value === 'string' && TRACE_ID.test(value)
}

/** Reads a `traceparent` as the gateway writes it; null: it is none. */
export function readTraceparent(value: unknown): TraceContext | null {
  const [, traceId, spanId, flag] = (typeof value === 'string' && TRACEPARENT.exec(value)) || []
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId, sampled: flag === '1' }
}

export function traceparentOf({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`
}
