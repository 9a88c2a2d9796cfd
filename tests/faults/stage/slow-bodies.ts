import { connect } from 'node:net'

export interface SlowBodiesOptions {
  /** The gateway's. */
  readonly url: string
  readonly count: number
  readonly paths: readonly string[]
  readonly method?: string
  /** 1 byte every so often. */
  readonly everyMs?: number
  /** How long they say that they are. */
  readonly bodyBytes?: number
  /** Chunks of one byte each instead of a length. */
  readonly isChunked?: boolean
  /** The addresses of this machine that they come from, by turns: 127.0.0.2 and so on, so that honest clients have one of their own. */
  readonly from?: readonly string[]
}

/** Requests whose bodies come one byte at a time. */
export interface SlowBodies {
  /** How many connections are open still. */
  readonly open: () => number
  /** How often each status was answered. */
  readonly answers: () => Readonly<Record<string, number>>
  close(): void
}

/** Opens them all and begins to send; resolves once every head has been sent or its connection refused. */
export async function openSlowBodies({
  url,
  count,
  paths,
  method = 'POST',
  everyMs = 1_000,
  bodyBytes = 1_000,
  isChunked = false,
  from = ['127.0.0.1'],
}: SlowBodiesOptions): Promise<SlowBodies> {
  const { hostname, port, host } = new URL(url)
  const answers: Record<string, number> = {}
  const sockets = Array.from({ length: count }, (_, no) =>
    connect({ port: Number(port), host: hostname, localAddress: from[no % from.length] ?? '127.0.0.1' }),
  )
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bodyBytes}`
  const begun = sockets.map((socket, no) => {
    socket.on('error', () => undefined) // cut: 'close' follows
    socket.once('data', (chunk: Buffer) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? 'unreadable'
      answers[status] = (answers[status] ?? 0) + 1
    })
    return new Promise<void>(resolve => {
      socket.once('close', () => resolve())
      socket.once('connect', () => {
        socket.write(
          `${method} ${paths[no % paths.length]} HTTP/1.1\r\nHost: ${host}\r\nX-Requested-With: XMLHttpRequest\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
          () => resolve(),
        )
      })
    })
  })
  await Promise.all(begun)
  const sending = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(isChunked ? '1\r\n \r\n' : ' ')
  }, everyMs)
  return {
    open: () => sockets.filter(socket => !socket.destroyed).length,
    answers: () => answers,
    close() {
      clearInterval(sending)
      for (const socket of sockets) socket.destroy()
    },
  }
}
