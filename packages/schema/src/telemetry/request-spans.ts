import { Context, Exit, Option, Tracer } from 'effect'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { traceparentOf, type TraceContext } from './trace-context.ts'

export interface RequestSpansOptions {
  readonly tracer: Tracer.Tracer
  /** Which share of the traces that begin here is recorded. */
  readonly sampledShare: number
  /** The route of an address: no ids, no typed text. */
  readonly routeOf: (url: string | undefined) => string
  readonly random?: () => number
}

/** Where a request's trace comes from. */
export interface TraceStart {
  /** The request's id. */
  readonly traceId: string
  /** The span that it was asked from; null: the trace begins here. */
  readonly parent: TraceContext | null
}

const NANOSECONDS = 1_000_000n
const UNSAMPLED_SPAN_ID = 'ffffffffffffffff'
const NO_ANNOTATIONS = Context.empty()

/** A span for each recorded request, from its arrival to the end of its answer. */
export class RequestSpans {
  readonly #options: Required<RequestSpansOptions>
  readonly #spans = new WeakMap<IncomingMessage, Tracer.Span>()

  constructor(options: RequestSpansOptions) {
    this.#options = { random: Math.random, ...options }
  }

  get tracer(): Tracer.Tracer {
    return this.#options.tracer
  }

  /** The span of a request; undefined: it is not recorded. */
  of(request: IncomingMessage): Tracer.Span | undefined {
    return this.#spans.get(request)
  }

  /** Follows a request; call it before anything answers. */
  observe(request: IncomingMessage, response: ServerResponse, { traceId, parent }: TraceStart): void {
    const { tracer, sampledShare, routeOf, random } = this.#options
    if (parent ? !parent.sampled : random() >= sampledShare) return
    const method = request.method ?? 'GET'
    const route = routeOf(request.url)
    const span = tracer.span({
      name: `${method} ${route}`,
      // a parent without an id of its own gives the trace its id, and leaves the span the first of it
      parent: Option.some(Tracer.externalSpan({ traceId, spanId: parent?.spanId ?? '' })),
      annotations: NO_ANNOTATIONS,
      links: [],
      startTime: nowNanoseconds(),
      kind: 'server',
      root: false,
      sampled: true,
    })
    this.#spans.set(request, span)
    response.once('close', () => {
      span.attribute('http.request.method', method)
      span.attribute('http.route', route)
      if (!response.writableFinished) span.attribute('error.type', 'cut_off')
      else {
        span.attribute('http.response.status_code', response.statusCode)
        if (response.statusCode >= 500) span.attribute('error.type', String(response.statusCode))
      }
      span.end(nowNanoseconds(), Exit.void)
    })
  }

  /** The `traceparent` by which the next server joins the request's trace, or leaves it unrecorded as well. */
  traceparent(request: IncomingMessage, traceId: string): string {
    const span = this.#spans.get(request)
    return traceparentOf({ traceId, spanId: span?.spanId ?? UNSAMPLED_SPAN_ID, sampled: span !== undefined })
  }
}

function nowNanoseconds(): bigint {
  return BigInt(Math.trunc((performance.timeOrigin + performance.now()) * 1_000)) * (NANOSECONDS / 1_000n)
}
