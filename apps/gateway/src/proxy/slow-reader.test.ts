import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { passedOn } from '../testing/silent-pass.ts'

const SILENCE_MS = 200
/** More than the gateway reads ahead, and the system's buffers hold. */
const FILE_BYTES = 60_000_000

/** The answer of a backend to a client that has read nothing of it yet, and what awaits that the backend's connection times out. */
async function unread(backendAnswers: RequestListener, silenceMs = SILENCE_MS) {
  const timeOuts = new EventEmitter()
  const url = await passedOn(backendAnswers, silenceMs, backend => ({
    ...backend,
    request: (options, answered) =>
      backend.request(options, answered).once('socket', socket => socket.on('timeout', () => timeOuts.emit('one'))),
  }))
  const answer = await new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).on('error', reject))
  return { answer, backendTimeOut: () => once(timeOuts, 'one') }
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of answer) bytes += (chunk as Buffer).length
  return bytes
}

test(
  'a client that rests for longer than the platform may be silent gets the rest of its file when it reads on (§2.28)',
  { timeout: 60_000 },
  async () => {
    // the backend shares this process: on a busy machine it is silent for longer than SILENCE_MS while the client reads
    const { answer, backendTimeOut } = await unread(
      (_request, response) => void response.end(Buffer.alloc(FILE_BYTES)),
      2_000,
    )
    await backendTimeOut()
    await backendTimeOut()
    expect(await bytesOf(answer)).toBe(FILE_BYTES)
  },
)

test('a platform that falls silent after its client has rested is cut off all the same (F9)', async () => {
  const { answer, backendTimeOut } = await unread((_request, response) => {
    response.writeHead(200, { 'content-length': FILE_BYTES + 1 }).write(Buffer.alloc(FILE_BYTES))
  })
  await backendTimeOut()
  await expect(bytesOf(answer)).rejects.toThrow('aborted')
})
