/** The peer: a bare Socket.IO server whose clients join a room for a topic, and that broadcasts to rooms. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { Server } from 'socket.io'
import { cpuSince } from '../harness/clock.ts'
import { answer } from '../harness/program.ts'
import { eachInTurn } from './schedule.ts'

interface Broadcast {
  readonly topic: string
  readonly frame: unknown
}

let io: Server | undefined

function server(): Server {
  if (!io) throw new Error('Start it first')
  return io
}

const answers = answer({
  async start(): Promise<string> {
    const http = createServer()
    io = new Server(http, { serveClient: false, perMessageDeflate: false })
    io.on('connection', socket => {
      socket.on('watch', (topic: string, reply: (verdict: { ok: true }) => void) => {
        void socket.join(topic)
        reply({ ok: true })
      })
    })
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a TCP server that listens has one
  },
  /** Broadcasts this frame whenever the database tells of a commit, as it tells the platform. */
  async broadcastOnCommit({ databaseUrl, topic, frame }: Broadcast & { readonly databaseUrl: string }): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => {}) // nothing is broadcast any more, which its listeners see
    await client.connect()
    client.on('notification', () => void server().to(topic).emit('frame', frame))
    await client.query('listen desk_changes')
  },
  /** Broadcasts to every topic so many times a second, from now on, and tells how much of a core that took. */
  async broadcastAll({
    topics,
    perSecond,
    frame,
    forMs,
  }: {
    topics: readonly string[]
    perSecond: number
    frame: unknown
    forMs: number
  }): Promise<{ cpu: number }> {
    const cpu = cpuSince()
    await eachInTurn(topics, perSecond, forMs, topic => server().to(topic).emit('frame', frame))
    return { cpu: cpu() }
  },
})

export type PushPeer = typeof answers
