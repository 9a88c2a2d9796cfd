import { ConfigProvider, Effect, Exit, Layer, Scope, type Tracer } from 'effect'
import { HttpBody, HttpClient, HttpClientResponse } from 'effect/http'
import { OtlpExporter, OtlpSerialization, OtlpTracer } from 'effect/observability'
import type { Outbox } from './outbox.ts'
import { spanCount, spansThatMayLeave } from './span-gate.ts'

export interface SpanTracerOptions {
  readonly outbox: Outbox
  readonly resource: { readonly serviceName: string; readonly serviceVersion: string }
  readonly exportEveryMs: number
}

/** Makes spans, and hands them to the outbox in batches. */
export interface SpanTracer {
  readonly tracer: Tracer.Tracer
  /** Hands over the remaining spans. */
  close(): Promise<void>
}

const MOST_SPANS_OF_A_BATCH = 512
const CLOSE_WITHIN_MS = 500
const NO_ADDRESS = 'http://outbox'

/**
 * Effect's own tracer and exporter, with two parts of ours. The serialization passes only permitted data, and the
 * outbox replaces the network and takes each batch at once. When the collector is away, the exporter alone would drop
 * all that it holds; when the collector hangs, it would hold ever more.
 */
export async function openSpanTracer({ outbox, resource, exportEveryMs }: SpanTracerOptions): Promise<SpanTracer> {
  const handOver = Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make(request => Effect.succeed(HttpClientResponse.fromWeb(request, new Response()))),
  )
  const serialize = Layer.succeed(OtlpSerialization.OtlpSerialization, {
    traces(data) {
      const body = new TextEncoder().encode(JSON.stringify(spansThatMayLeave(data)))
      outbox.add({ kind: 'traces', body, spans: spanCount(data) })
      return HttpBody.empty
    },
    metrics: () => HttpBody.empty,
    logs: () => HttpBody.empty,
  })
  const scope = Scope.makeUnsafe()
  const tracer = await OtlpTracer.make({
    url: NO_ADDRESS,
    resource,
    exportInterval: exportEveryMs,
    maxBatchSize: MOST_SPANS_OF_A_BATCH,
    shutdownTimeout: CLOSE_WITHIN_MS,
  }).pipe(
    Effect.provide(Layer.mergeAll(handOver, serialize, OtlpExporter.layerFlusher)),
    // the settings are those of the desk's own declarations
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})),
    Scope.provide(scope),
    Effect.runPromise,
  )
  return { tracer, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
