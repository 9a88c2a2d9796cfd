import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as it was on the wire. */
export interface RawRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** A server that parses literally: bytes after the end of a request are the next request. */
export interface RawBackend {
  readonly url: string
  /** All requests on all connections, by the time of their end. */
  readonly requests: RawRequest[]
  /** The bytes found where a request should begin. */
  readonly unreadable: string[]
  readonly openConnections: () => number
}

const END_OF_HEAD = '\r\n\r\n'

/** Starts one that answers each request with its own method, target and Authorization; it ends with the test. */
export async function startRawBackend(): Promise<RawBackend> {
  const requests: RawRequest[] = []
  const unreadable: string[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    let pending = Buffer.alloc(0)
    socket.on('error', () => undefined) // 'close' follows
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk])
      for (let read = readRequest(pending); read; read = readRequest(pending)) {
        if (read === 'unreadable') {
          unreadable.push(pending.toString('latin1'))
          socket.destroy()
          return
        }
        requests.push(read.request)
        pending = pending.subarray(read.length)
        socket.write(answerTo(read.request))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return { url: `http://127.0.0.1:${port}`, requests, unreadable, openConnections: () => open.size }
}

/** Gives the values of a header, in any case of letters. */
export function valuesOf({ headers }: RawRequest, name: string): string[] {
  return headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value)
}

function answerTo(request: RawRequest): string {
  const body = JSON.stringify({
    method: request.method,
    target: request.target,
    authorization: valuesOf(request, 'authorization'),
    body: request.body.toString('latin1'),
  })
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}${END_OF_HEAD}${request.method === 'HEAD' ? '' : body}`
}

function readRequest(bytes: Buffer): { readonly request: RawRequest; readonly length: number } | 'unreadable' | null {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return null
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.1$/.exec(start) ?? []
  if (method === undefined || target === undefined) return 'unreadable'
  const headers = lines.map(
    line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
  )
  const head = { method, target, headers }
  const from = end + END_OF_HEAD.length
  if (valuesOf({ ...head, body: bytes }, 'transfer-encoding').includes('chunked')) return readChunks(bytes, from, head)
  const size = Number(valuesOf({ ...head, body: bytes }, 'content-length')[0] ?? 0)
  if (bytes.length < from + size) return null
  return { request: { ...head, body: Buffer.from(bytes.subarray(from, from + size)) }, length: from + size }
}

function readChunks(
  bytes: Buffer,
  from: number,
  head: Omit<RawRequest, 'body'>,
): { readonly request: RawRequest; readonly length: number } | 'unreadable' | null {
  const chunks: Buffer[] = []
  for (let at = from; ;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    if (Number.isNaN(size)) return 'unreadable'
    at = line + 2 + size + 2
    if (bytes.length < at) return null
    if (size === 0) return { request: { ...head, body: Buffer.concat(chunks) }, length: at }
    chunks.push(Buffer.from(bytes.subarray(line + 2, line + 2 + size)))
  }
}
