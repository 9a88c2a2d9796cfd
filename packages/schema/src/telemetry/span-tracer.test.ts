import { Context, Effect, Exit, Option, Tracer } from 'effect'
import { expect, test } from 'vitest'
import type { Collector } from './collector.ts'
import { Outbox } from './outbox.ts'
import { openSpanTracer } from './span-tracer.ts'

const CANARY = 'canary-0123456789'
const IDS = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

class CanaryFault extends Error {
  override readonly name = 'CanaryFault'
}

/** A tracer, and what has left it. */
async function tracerWithBodies() {
  const bodies: string[] = []
  const collector: Collector = {
    send(_path, body) {
      bodies.push(new TextDecoder().decode(body))
      return Promise.resolve({ kind: 'taken' })
    },
    close: () => undefined,
  }
  const outbox = new Outbox({ collector, log: { info: () => undefined, warn: () => undefined } })
  const resource = { serviceName: 'sample-desk-test', serviceVersion: '1' }
  const spans = await openSpanTracer({ outbox, resource, exportEveryMs: 60_000 })
  return { ...spans, bodies, outbox }
}

interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] }
    readonly scopeSpans: readonly { readonly spans: readonly Record<string, unknown>[] }[]
  }[]
}

test('a span leaves with its times, ids and allowed attributes; nothing else that was put on it leaves (S4)', async () => {
  const { tracer, close, bodies, outbox } = await tracerWithBodies()
  const span = tracer.span({
    name: `GET /v1/users?token=${CANARY}`,
    parent: Option.some(Tracer.externalSpan(IDS)),
    annotations: Context.empty(),
    links: [{ span: Tracer.externalSpan(IDS), attributes: { [CANARY]: CANARY } }],
    startTime: 1n,
    kind: 'server',
    root: false,
    sampled: true,
  })
  for (const key of ['url.full', 'http.request.header.authorization', 'client.address', CANARY, 'db.query.text'])
    span.attribute(key, CANARY)
  span.attribute('http.request.method', 'GET')
  span.attribute('http.response.status_code', 500)
  span.attribute('http.route', `/v1/users?${CANARY}`)
  span.attribute('db.operation.name', `select '${CANARY}'`)
  span.event(CANARY, 2n, { [CANARY]: CANARY })
  span.end(3n, Exit.die(new CanaryFault(CANARY, { cause: new Error(CANARY) })))
  await close()
  await outbox.stop(1_000)
  expect([bodies.length, bodies.join('').includes(CANARY)]).toEqual([1, false])
  const [{ scopeSpans, resource } = { scopeSpans: [], resource: { attributes: [] } }] = (
    JSON.parse(bodies[0] ?? '') as Body
  ).resourceSpans // as OTLP writes it
  expect([resource.attributes.slice(-2), scopeSpans[0]?.spans]).toEqual([
    [
      { key: 'service.name', value: { stringValue: 'sample-desk-test' } },
      { key: 'service.version', value: { stringValue: '1' } },
    ],
    [
      {
        traceId: IDS.traceId,
        spanId: span.spanId,
        parentSpanId: IDS.spanId,
        name: 'other',
        kind: 2,
        startTimeUnixNano: '1',
        endTimeUnixNano: '3',
        attributes: [
          { key: 'http.request.method', value: { stringValue: 'GET' } },
          { key: 'http.response.status_code', value: { intValue: 500 } },
          { key: 'error.type', value: { stringValue: 'CanaryFault' } },
        ],
        droppedAttributesCount: 7,
        events: [],
        droppedEventsCount: 2,
        status: { code: 2 },
        links: [],
        droppedLinksCount: 1,
      },
    ],
  ])
})

test('the steps of Effect leave below their request’s span, by the names that code gives them', async () => {
  const { tracer, close, bodies, outbox } = await tracerWithBodies()
  const step = Effect.fn('Users.list')(function* (name: string) {
    yield* Effect.annotateCurrentSpan('user', name)
    return yield* Effect.fail(new CanaryFault(name))
  })
  await Effect.runPromiseExit(
    step(CANARY).pipe(
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provideService(Tracer.ParentSpan, Tracer.externalSpan(IDS)),
    ),
  )
  await close()
  await outbox.stop(1_000)
  const [span] = (JSON.parse(bodies[0] ?? '') as Body).resourceSpans[0]?.scopeSpans[0]?.spans ?? [] // as OTLP writes it
  expect([span?.['name'], span?.['traceId'], span?.['parentSpanId'], span?.['attributes']]).toEqual([
    'Users.list',
    IDS.traceId,
    IDS.spanId,
    [{ key: 'error.type', value: { stringValue: 'CanaryFault' } }],
  ])
  expect(bodies.join('').includes(CANARY)).toBe(false)
})
