import { expect, test } from 'vitest'
import { metricsMessage, type CountedMetric } from './metrics-message.ts'

const METRICS: readonly CountedMetric[] = [
  {
    name: 'requests_total',
    help: 'Requests',
    type: 'counter',
    values: [{ value: 7, labels: { door: 'entry', status: '2xx' } }],
  },
  {
    name: 'waiting',
    help: 'Waiting',
    type: 'gauge',
    values: [
      { value: 3, labels: {} },
      { value: Number.NaN, labels: { of: 'nothing yet' } },
    ],
  },
  {
    name: 'seconds',
    help: 'Seconds',
    type: 'histogram',
    values: [
      { value: 2, labels: { le: 0.1, door: 'api' }, metricName: 'seconds_bucket' },
      { value: 5, labels: { le: 1, door: 'api' }, metricName: 'seconds_bucket' },
      { value: 6, labels: { le: '+Inf', door: 'api' }, metricName: 'seconds_bucket' },
      { value: 9.5, labels: { door: 'api' }, metricName: 'seconds_sum' },
      { value: 6, labels: { door: 'api' }, metricName: 'seconds_count' },
    ],
  },
]

test('counters are sums since the start, histograms count each value once, all else are gauges', () => {
  const times = { startTimeUnixNano: '1000000000', timeUnixNano: '2500000000' }
  const resource = { attributes: [] }
  const scope = { name: 'desk' }
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  expect(metricsMessage(METRICS, resource, scope, { startedAtMs: 1_000, nowMs: 2_500 })).toEqual({
    resourceMetrics: [
      {
        resource,
        scopeMetrics: [
          {
            scope,
            metrics: [
              {
                name: 'requests_total',
                description: 'Requests',
                sum: {
                  aggregationTemporality: 2,
                  isMonotonic: true,
                  dataPoints: [
                    { ...times, attributes: [attribute('door', 'entry'), attribute('status', '2xx')], asDouble: 7 },
                  ],
                },
              },
              {
                name: 'waiting',
                description: 'Waiting',
                gauge: { dataPoints: [{ ...times, attributes: [], asDouble: 3 }] },
              },
              {
                name: 'seconds',
                description: 'Seconds',
                histogram: {
                  aggregationTemporality: 2,
                  dataPoints: [
                    {
                      ...times,
                      attributes: [attribute('door', 'api')],
                      count: 6,
                      sum: 9.5,
                      explicitBounds: [0.1, 1],
                      bucketCounts: [2, 3, 1],
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  })
})
