import { EventEmitter, once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openBackend } from './backend.ts'
import { BodyReader } from './body-reader.ts'
import { FRONT_LIMITS } from './front-limits.ts'
import { passOn } from './pass-on.ts'

const SILENCE_MS = 200
/** More than the gateway reads ahead, and the system's buffers hold. */
const FILE_BYTES = 60_000_000

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return `http://127.0.0.1:${port}`
}

/** The answer of a backend to a client that has read nothing of it yet, and what awaits that the backend's connection times out. */
async function unread(backendAnswers: RequestListener) {
  const backend = openBackend(await listen(backendAnswers), 1)
  onTestFinished(() => backend.close())
  const timeOuts = new EventEmitter()
  const pass = passOn({
    backend: {
      ...backend,
      request: (options, answered) =>
        backend.request(options, answered).once('socket', socket => socket.on('timeout', () => timeOuts.emit('one'))),
    },
    bodies: new BodyReader(FRONT_LIMITS.bodies),
    limitsOf: () => ({ maxBytes: 0, withinMs: 0 }),
    trustForwardedFor: false,
    turns: null,
    silenceMs: SILENCE_MS,
    log: pino({ level: 'silent' }),
  })
  const url = await listen((request, response) => void pass(request, response))
  const answer = await new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).on('error', reject))
  return { answer, backendTimeOut: () => once(timeOuts, 'one') }
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of answer) bytes += (chunk as Buffer).length
  return bytes
}

test('a client that rests for longer than the platform may be silent gets the rest of its file when it reads on (§2.28)', async () => {
  const { answer, backendTimeOut } = await unread((_request, response) => void response.end(Buffer.alloc(FILE_BYTES)))
  await backendTimeOut()
  await backendTimeOut()
  expect(await bytesOf(answer)).toBe(FILE_BYTES)
})

test('a platform that falls silent after its client has rested is cut off all the same (F9)', async () => {
  const { answer, backendTimeOut } = await unread((_request, response) => {
    response.writeHead(200, { 'content-length': FILE_BYTES + 1 }).write(Buffer.alloc(FILE_BYTES))
  })
  await backendTimeOut()
  await expect(bytesOf(answer)).rejects.toThrow('aborted')
})
