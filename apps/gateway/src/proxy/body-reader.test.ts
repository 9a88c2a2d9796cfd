import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { BodyReader } from './body-reader.ts'
import { FRONT_LIMITS } from './front-limits.ts'

const ADDRESS = '203.0.113.7'
const LIMITS = { maxBytes: 1_000_000, withinMs: 60_000 }
const requestOf = (headers: Record<string, string> = {}) =>
  Object.assign(new Readable({ read: () => undefined }), { headers })

/** The memory in use after garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('The garbage collector cannot be called.')
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('a body that comes byte by byte takes the memory of its bytes, not of its chunks (F12)', async () => {
  const request = requestOf({ 'transfer-encoding': 'chunked' })
  const reading = new BodyReader(FRONT_LIMITS.bodies).read(request, ADDRESS, LIMITS)
  const before = bytesInUse()
  const size = 300_000
  for (let sent = 0; sent < size; sent++) {
    request.push(Buffer.from([sent % 251]))
    if (sent % 1_000 === 999) await turn()
  }
  const taken = bytesInUse() - before
  request.push(null)
  const body = await reading
  // each chunk is an object of a hundred bytes
  expect(taken).toBeLessThan(10 * size)
  expect(
    body && 'bytes' in body && body.bytes.equals(Buffer.from(Array.from({ length: size }, (_, at) => at % 251))),
  ).toBe(true)
})

test('limits count the memory held, which never exceeds the body’s own limit', async () => {
  const reader = new BodyReader({ maxPerAddress: 10, maxBytesPerAddress: 100, maxBytes: 100 })
  const request = requestOf({ 'content-length': '100' })
  const reading = reader.read(request, ADDRESS, LIMITS)
  for (const piece of [60, 1, 39]) {
    request.push(Buffer.alloc(piece, 'x'))
    await turn()
  }
  request.push(null)
  const body = await reading
  if (!body || !('bytes' in body)) throw new Error('The body is taken.')
  const more = async () => {
    const other = requestOf()
    other.push('y')
    other.push(null)
    return reader.read(other, ADDRESS, LIMITS)
  }
  const refused = await more()
  body.letGo()
  expect([body.bytes.toString(), refused, await more()]).toEqual([
    'x'.repeat(100),
    expect.objectContaining({ status: 429 }),
    expect.objectContaining({ bytes: Buffer.from('y') }),
  ])
})
