import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface RawCall {
  readonly method: string
  /** Sent as it is: nothing is encoded or put right. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | null
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const ANSWER_WITHIN_MS = 30_000

/** Sends a raw request that no client library would send. */
export function rawCall(url: string, { method, path, headers = {}, body = null }: RawCall): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        timeout: ANSWER_WITHIN_MS,
        headers: { ...headers, ...(body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) },
      },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * The fault of an answer to bad input; null for a refusal in JSON that is not our fault, says why and carries the
 * request's id.
 */
export function faultOf({ status, headers, text }: RawAnswer): string | null {
  if (status >= 500 || status < 200) return `${status} ${text.slice(0, 200)}`
  if (status < 400) return null
  const body = readObject(text)
  if (!body) return `${status} without JSON: ${text.slice(0, 100)}`
  if (typeof body['message'] !== 'string' || body['message'] === '') return `${status} without a message`
  if (typeof body['request_id'] !== 'string' || body['request_id'] !== headers['x-request-id'])
    return `${status} without the request's id`
  return null
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
