import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { vi } from 'vitest'

/** A request that an endpoint got. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTP server in the role of a client's endpoint. */
export class Receiver {
  readonly received: Received[] = []
  /** Its answer; 204 unless a test says otherwise. */
  answer: (response: ServerResponse, at: number) => void = response => void response.writeHead(204).end()
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      this.answer(response, this.received.length)
    })
  })

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>(resolve => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port // a TCP server that listens has one
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  /** The messages, each verified by the library with this secret. */
  verified(secret: string): { readonly id: string; readonly type: string; readonly data: Record<string, unknown> }[] {
    return this.received.map(({ headers, body }) => ({
      ...verify(secret, headers, body),
      id: String(headers['webhook-id']),
    }))
  }

  /** The ids of the messages, in the order in which they came. */
  get ids(): string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']))
  }

  /** Waits for that many messages. */
  async receives(count: number, timeout = 20_000): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.received.length < count) throw new Error(`There are ${this.received.length} messages, not ${count}.`)
      },
      { timeout, interval: 20 },
    )
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

/** Verifies a message as a client does. @throws when the signature is not by this secret, or the message is old */
export function verify(
  secret: string,
  headers: IncomingHttpHeaders,
  body: string,
): { readonly type: string; readonly data: Record<string, unknown> } {
  const named = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, String(headers[name])]),
  )
  return new Verifier(secret).verify(body, named) as never // the tests state what it holds
}
