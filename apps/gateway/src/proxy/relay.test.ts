import { Readable, Writable } from 'node:stream'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Relay } from './relay.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const answerOf = (bytes: number): Readable & { complete: boolean } =>
  Object.assign(Readable.from(Array.from({ length: bytes / CHUNK.length }, () => CHUNK)), { complete: true })

/** A client that takes nothing until `takeAll` is called. */
function slowClient(): { response: Writable; takeAll: () => void } {
  let taken: (() => void) | null = null
  let takesAll = false
  const response = new Writable({
    write(_chunk, _encoding, done) {
      if (takesAll) done()
      else taken = done
    },
  })
  return {
    response,
    takeAll() {
      takesAll = true
      taken?.()
    },
  }
}

test('a client that does not read its answer holds no connection to the platform (F12)', async () => {
  const answer = answerOf(1024 * 1024)
  const { response } = slowClient()
  new Relay().handOn(answer, response)
  await once(answer, 'end')
  expect(response.writableLength).toBe(1024 * 1024)
})

test('an answer larger than one client’s buffer waits for the client, and comes whole', async () => {
  const answer = answerOf(8 * 1024 * 1024)
  const { response, takeAll } = slowClient()
  new Relay().handOn(answer, response)
  await once(answer, 'pause')
  const waiting = response.writableLength
  takeAll()
  await once(response, 'finish')
  expect([waiting <= 2 * 1024 * 1024 + CHUNK.length, answer.readableEnded]).toEqual([true, true])
})

test('the buffers of all clients together are bounded', async () => {
  const relay = new Relay(3 * CHUNK.length)
  const [first, second] = [answerOf(1024 * 1024), answerOf(1024 * 1024)]
  const clients = [slowClient(), slowClient()]
  relay.handOn(first, clients[0]!.response)
  await once(first, 'pause')
  relay.handOn(second, clients[1]!.response)
  await once(second, 'pause')
  expect(clients.map(({ response }) => response.writableLength / CHUNK.length)).toEqual([4, 1])
  clients[0]!.takeAll()
  await once(clients[0]!.response, 'finish')
  clients[1]!.takeAll()
  await once(clients[1]!.response, 'finish')
})

test('the buffer of a client that has gone is freed for others (F9)', async () => {
  const relay = new Relay(3 * CHUNK.length)
  const [first, second] = [answerOf(1024 * 1024), answerOf(1024 * 1024)]
  const clients = [slowClient(), slowClient()]
  const gone = relay.handOn(first, clients[0]!.response)
  await once(first, 'pause')
  gone()
  relay.handOn(second, clients[1]!.response)
  await once(second, 'pause')
  expect(clients.map(({ response }) => response.writableLength / CHUNK.length)).toEqual([4, 4])
})
