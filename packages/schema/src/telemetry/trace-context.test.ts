import { expect, test } from 'vitest'
import { isTraceId, newTraceId, readTraceparent, traceparentOf } from './trace-context.ts'

const context = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', sampled: true }

test('a traceparent is read as it was written', () => {
  const unsampled = { ...context, sampled: false }
  expect([context, unsampled].map(traceparentOf)).toEqual([
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  ])
  expect([context, unsampled].map(traceparentOf).map(readTraceparent)).toEqual([context, unsampled])
})

test('anything else is none', () => {
  const others = [
    undefined,
    '',
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more',
  ]
  expect(others.map(readTraceparent)).toEqual(others.map(() => null))
})

test('a new id of a trace is 32 hex digits, another each time', () => {
  const ids = Array.from({ length: 100 }, newTraceId)
  expect([ids.every(isTraceId), new Set(ids).size, isTraceId('0'.repeat(32)), isTraceId('a'.repeat(31))]).toEqual([
    true,
    100,
    false,
    false,
  ])
})
