import type { TrustedProxies } from '@desk/schema/addresses/trusted-proxies'
import type { IncomingMessage } from 'node:http'
import { AddressCounts } from '../proxy/address-counts.ts'
import { clientAddressOf } from '../proxy/client-address.ts'

export interface AdmissionOptions {
  readonly publicUrl: string | undefined
  readonly isProxy: TrustedProxies
  readonly maxConnectionsPerAddress: number
}

/** Decides whether a connection may open: only from this desk's own pages (or from no page), and not too many from one address. */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #publicOrigin: string | null
  readonly #connections = new AddressCounts()

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#publicOrigin = options.publicUrl ? new URL(options.publicUrl).origin : null
  }

  /** Gives the reason for a refusal, or null. */
  refusal(request: IncomingMessage): string | null {
    const { origin, host } = request.headers
    if (origin !== undefined && !this.#isOwnOrigin(origin, host)) return 'This origin may not connect.'
    const open = this.#connections.of(this.#addressOf(request))
    return open >= this.#options.maxConnectionsPerAddress ? 'Too many connections from this address.' : null
  }

  /** Counts an open connection; the returned function uncounts it. */
  opened(request: IncomingMessage): () => void {
    return this.#connections.add(this.#addressOf(request))
  }

  #isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (origin === this.#publicOrigin) return true
    return URL.canParse(origin) && new URL(origin).host === host
  }

  #addressOf(request: IncomingMessage): string {
    return clientAddressOf(request, this.#options.isProxy)
  }
}
