/** A metric as prom-client gives it. */
export interface CountedMetric {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number | undefined>>
    readonly metricName?: string
  }[]
}

/** A registry of metrics, the one that /metrics shows. */
export interface MetricsRegistry {
  getMetricsAsJSON(): Promise<readonly CountedMetric[]>
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue: string }
}

interface Point {
  readonly attributes: readonly Attribute[]
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

interface Period {
  readonly startedAtMs: number
  readonly nowMs: number
}

const CUMULATIVE = 2
const NANOSECONDS = 1_000_000n

/** Gives these metrics as OTLP writes them in JSON: counters as sums since the start, histograms with their bounds, all else as gauges. */
export function metricsMessage(
  metrics: readonly CountedMetric[],
  resource: object,
  scope: { readonly name: string },
  period: Period,
): object {
  return {
    resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: metrics.map(metric => written(metric, period)) }] }],
  }
}

function written(metric: CountedMetric, period: Period): object {
  const head = { name: metric.name, description: metric.help }
  if (metric.type === 'histogram')
    return { ...head, histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(metric, period) } }
  const dataPoints = metric.values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ ...point(labels, period), asDouble: value }))
  if (metric.type === 'counter')
    return { ...head, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
  return { ...head, gauge: { dataPoints } }
}

function point(labels: CountedMetric['values'][number]['labels'], { startedAtMs, nowMs }: Period): Point {
  return {
    attributes: Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: String(value) } })),
    startTimeUnixNano: nanoseconds(startedAtMs),
    timeUnixNano: nanoseconds(nowMs),
  }
}

const nanoseconds = (ms: number): string => String(BigInt(Math.trunc(ms)) * NANOSECONDS)

interface Histogram {
  readonly labels: Readonly<Record<string, string | number | undefined>>
  readonly buckets: { readonly upTo: number; readonly count: number }[]
  sum: number
  count: number
}

/** prom-client counts each value in its bucket and all greater ones; OTLP only in its own. */
function histogramPoints({ name, values }: CountedMetric, period: Period): object[] {
  const histograms = new Map<string, Histogram>()
  for (const { value, labels: allLabels, metricName } of values) {
    const { le, ...labels } = allLabels
    const key = JSON.stringify(labels)
    const histogram = histograms.get(key) ?? { labels, buckets: [], sum: 0, count: 0 }
    histograms.set(key, histogram)
    if (metricName === `${name}_sum`) histogram.sum = value
    else if (metricName === `${name}_count`) histogram.count = value
    else if (le !== undefined && le !== '+Inf') histogram.buckets.push({ upTo: Number(le), count: value })
  }
  return [...histograms.values()].map(({ labels, buckets, sum, count }) => {
    const sorted = buckets.toSorted((one, other) => one.upTo - other.upTo)
    const upToHere = [...sorted.map(bucket => bucket.count), count]
    return {
      ...point(labels, period),
      count,
      sum,
      explicitBounds: sorted.map(({ upTo }) => upTo),
      bucketCounts: upToHere.map((here, at) => here - (upToHere[at - 1] ?? 0)),
    }
  })
}
