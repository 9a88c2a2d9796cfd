import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A span as it came to the collector. */
export interface ExportedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How the collector behaves. */
export type Behaviour = 'takes' | 'answers 500' | 'answers 503' | 'hangs'

export interface TestCollector {
  readonly url: string
  readonly received: readonly Received[]
  /** Connections so far, used or not. */
  connections(): number
  behave(as: Behaviour): void
  spans(): ExportedSpan[]
  /** The names of the metrics of a service. */
  metricNames(service: string): string[]
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface Resource {
  readonly attributes: readonly Attribute[]
}
type RawSpan = Omit<ExportedSpan, 'service' | 'attributes'> & { readonly attributes: readonly Attribute[] }
interface Traces {
  readonly resourceSpans: readonly { resource: Resource; scopeSpans: readonly { spans: readonly RawSpan[] }[] }[]
}
interface Metrics {
  readonly resourceMetrics: readonly { resource: Resource; scopeMetrics: readonly { metrics: { name: string }[] }[] }[]
}

const STATUS: Readonly<Record<Exclude<Behaviour, 'hangs'>, number>> = {
  takes: 200,
  'answers 500': 500,
  'answers 503': 503,
}

/** A collector that keeps what it gets; closed after the test. */
export async function startCollector(): Promise<TestCollector> {
  let behaviour: Behaviour = 'takes'
  let connections = 0
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (behaviour !== 'hangs') response.writeHead(STATUS[behaviour], { 'set-cookie': 'a=b' }).end('{}')
    })
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    behave: as => (behaviour = as),
    spans: () =>
      received
        .filter(({ path }) => path.endsWith('/v1/traces'))
        // as OTLP writes it
        .flatMap(({ body }) => (JSON.parse(body) as Traces).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
              service: String(valuesOf(resource.attributes)['service.name']),
              traceId,
              spanId,
              parentSpanId,
              name,
              attributes: valuesOf(attributes),
            })),
          ),
        ),
    metricNames: service =>
      received
        .filter(({ path }) => path.endsWith('/v1/metrics'))
        // as OTLP writes it
        .flatMap(({ body }) => (JSON.parse(body) as Metrics).resourceMetrics)
        .filter(({ resource }) => valuesOf(resource.attributes)['service.name'] === service)
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name))),
  }
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}
