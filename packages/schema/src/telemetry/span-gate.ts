import type { TraceData } from 'effect/observability/OtlpTracer'

type ResourceSpan = TraceData['resourceSpans'][number]
type Span = ResourceSpan['scopeSpans'][number]['spans'][number]
type Attribute = Span['attributes'][number]

const STATUS = { unset: 0, error: 2 } as const

const isWhole = ({ value }: Attribute): boolean =>
  typeof value.intValue === 'number' || typeof value.doubleValue === 'number'
const isWord = ({ value }: Attribute): boolean => /^[\w.]{1,60}$/.test(value.stringValue ?? '')
const isRoute = ({ value }: Attribute): boolean => /^\/[\w{}./-]{0,300}$/.test(value.stringValue ?? '')

/** The attributes that may leave, and what each may hold. */
const ALLOWED: ReadonlyMap<string, (attribute: Attribute) => boolean> = new Map([
  ['http.request.method', isWord],
  ['http.response.status_code', isWhole],
  ['http.route', isRoute],
  ['db.operation.name', isWord],
  ['db.system.name', isWord],
  ['error.type', isWord],
])
/** A request's method and route, or the name that code gives a step. */
const NAME = /^(?:[A-Z]{1,10} \/[\w{}./-]{0,300}|[A-Za-z]{1,40}(?:\.[A-Za-z]{1,40}){0,3})$/
const EXCEPTION_TYPE = 'exception.type'

/**
 * Gives spans as they may leave the desk (S4): their times, ids, and the allowed attributes. Everything else is left
 * out, from any source: other attributes, links, events, and all of an error but its name, since a message or stack
 * may hold typed text.
 */
export function spansThatMayLeave(data: TraceData): TraceData {
  return {
    resourceSpans: data.resourceSpans.map(({ resource, scopeSpans }) => ({
      resource,
      scopeSpans: scopeSpans.map(({ scope, spans }) => ({ scope, spans: spans.map(mayLeave) })),
    })),
  }
}

/** How many spans there are. */
export function spanCount({ resourceSpans }: TraceData): number {
  let count = 0
  for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) count += spans.length
  return count
}

function mayLeave(span: Span): Span {
  const attributes = span.attributes.filter(attribute => ALLOWED.get(attribute.key)?.(attribute) ?? false)
  const droppedAttributesCount = span.attributes.length - attributes.length
  const error = attributes.some(({ key }) => key === 'error.type') ? undefined : errorOf(span)
  if (error !== undefined) attributes.push({ key: 'error.type', value: { stringValue: error } })
  const hasFailed = span.status.code === STATUS.error || attributes.some(({ key }) => key === 'error.type')
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: NAME.test(span.name) ? span.name : 'other',
    kind: span.kind,
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    attributes,
    droppedAttributesCount,
    events: [],
    droppedEventsCount: span.events.length,
    status: { code: hasFailed ? STATUS.error : STATUS.unset },
    links: [],
    droppedLinksCount: span.links.length,
  }
}

/** The name of the error that ended a span, if it is one that code gives. */
function errorOf({ events }: Span): string | undefined {
  for (const { attributes } of events) {
    const type = attributes.find(attribute => attribute.key === EXCEPTION_TYPE && isWord(attribute))
    if (type?.value.stringValue !== undefined) return type.value.stringValue ?? undefined
  }
  return undefined
}
