import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openBackend } from './backend.ts'
import { BodyReader } from './body-reader.ts'
import { FRONT_LIMITS } from './front-limits.ts'
import { passOn } from './pass-on.ts'

const SILENCE_MS = 400
const BEAT_MS = SILENCE_MS / 4
/** All of them take more than twice the silence. */
const BEATS = 10

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return `http://127.0.0.1:${port}`
}

/** Gives a file that begins, and then one byte with each beat, as often as it is told to. */
async function fileOf(beats: number, ends: boolean): Promise<Response> {
  const platform = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('head')
    let given = 0
    const beating = setInterval(() => {
      if (given === beats) {
        clearInterval(beating)
        if (ends) response.end()
        return
      }
      given += 1
      response.write('.')
    }, BEAT_MS)
  })
  const backend = openBackend(platform, 1)
  onTestFinished(() => backend.close())
  const pass = passOn({
    backend,
    bodies: new BodyReader(FRONT_LIMITS.bodies),
    limitsOf: () => ({ maxBytes: 0, withinMs: 0 }),
    trustForwardedFor: false,
    turns: null,
    silenceMs: SILENCE_MS,
    log: pino({ level: 'silent' }),
  })
  return fetch(await listen((request, response) => void pass(request, response)))
}

test('a file that takes longer than the platform may be silent comes whole, if a byte comes now and then (§2.28)', async () => {
  const file = await fileOf(BEATS, true)
  expect(await file.text()).toBe(`head${'.'.repeat(BEATS)}`)
})

test('a file that falls silent after its first bytes is cut off, so that nobody takes it for whole (F9)', async () => {
  const file = await fileOf(1, false)
  expect(file.status).toBe(200)
  await expect(file.text()).rejects.toThrow('terminated')
})
