/**
 * The endpoints: one HTTP server, each path an endpoint of its own. It notes each message and its time, and answers
 * 204.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nowMs } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'

/** A message as it came. */
export interface Came {
  /** The respondent that it tells of. */
  readonly hex: string
  readonly atMs: number
}

const came = new Map<string, Came[]>()
const HEX = /[0-9a-z]-([0-9a-f]{32})"/

const answers = answer({
  start: () =>
    new Promise<string>((resolve, reject) => {
      const server = createServer((request, response) => {
        const atMs = nowMs()
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const path = request.url ?? ''
          const hex = HEX.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
          const ofPath = came.get(path)
          if (ofPath) ofPath.push({ hex, atMs })
          else came.set(path, [{ hex, atMs }])
          response.writeHead(204).end()
        })
      })
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo // a TCP server that listens has one
        resolve(`http://127.0.0.1:${port}`)
      })
    }),
  count: () => [...came.values()].reduce((sum, { length }) => sum + length, 0),
  /** The messages since the last call, by path. */
  take: () => {
    const taken = Object.fromEntries(came)
    came.clear()
    return taken
  },
})

export type Endpoints = typeof answers
