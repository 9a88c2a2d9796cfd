/** The part of autocannon that the benches use; it brings no types of its own. */
declare module 'autocannon' {
  interface Request {
    path?: string
    headers?: Readonly<Record<string, string>>
  }
  interface Options {
    readonly url: string
    readonly connections: number
    /** Ends after so many answers. */
    readonly amount?: number
    readonly requests?: readonly { readonly setupRequest: (request: Request) => Request }[]
  }
  interface Result {
    readonly errors: number
    readonly timeouts: number
    readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number }
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
  }
  interface Run extends Promise<Result> {
    on(event: 'response', listener: () => void): void
  }
  export default function autocannon(options: Options): Run
}
