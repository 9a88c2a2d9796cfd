import { networkOf } from '@desk/schema/addresses/network-of'
import type { IncomingMessage } from 'node:http'
import { clientAddressOf } from '../proxy/client-address.ts'

export interface AdmissionOptions {
  readonly publicUrl: string | undefined
  readonly trustForwardedFor: boolean
  readonly maxConnectionsPerAddress: number
}

/** Decides before anything is set up whether a connection may be opened: from this desk's own pages (or no page at all), and not too many from one address. */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #publicOrigin: string | null
  readonly #connections = new Map<string, number>()

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#publicOrigin = options.publicUrl ? new URL(options.publicUrl).origin : null
  }

  /** Gives why not, or null. */
  refusal(request: IncomingMessage): string | null {
    const { origin, host } = request.headers
    if (origin !== undefined && !this.#isOwnOrigin(origin, host)) return 'This origin may not connect.'
    const open = this.#connections.get(this.#addressOf(request)) ?? 0
    return open >= this.#options.maxConnectionsPerAddress ? 'Too many connections from this address.' : null
  }

  /** Counts an open connection; the answer counts it off again. */
  opened(request: IncomingMessage): () => void {
    const address = this.#addressOf(request)
    this.#connections.set(address, (this.#connections.get(address) ?? 0) + 1)
    return () => {
      const left = (this.#connections.get(address) ?? 1) - 1
      if (left > 0) this.#connections.set(address, left)
      else this.#connections.delete(address)
    }
  }

  #isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (origin === this.#publicOrigin) return true
    return URL.canParse(origin) && new URL(origin).host === host
  }

  #addressOf(request: IncomingMessage): string {
    return networkOf(clientAddressOf(request, this.#options.trustForwardedFor))
  }
}
