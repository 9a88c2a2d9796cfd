import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { AddressCounts } from './address-counts.ts'
import { GatheredBody } from './gathered-body.ts'
import type { Refusal } from './refusal.ts'

export interface BodyReaderOptions {
  /** How many bodies of one address may be in transit at once. */
  readonly maxPerAddress: number
  /** The most bytes of all bodies of one address together. */
  readonly maxBytesPerAddress: number
  /** The most bytes of all bodies together. */
  readonly maxBytes: number
}

export interface BodyLimits {
  readonly maxBytes: number
  readonly withinMs: number
}

/** A complete body, which holds memory until released. */
export interface ReadBody {
  readonly bytes: Buffer
  letGo(): void
}

/** A request whose body is not read yet. */
type Arriving = Readable & Pick<IncomingMessage, 'headers'>

const RETRY_AFTER_SECONDS = 5

/** Reads bodies whole, so that nothing behind the gateway ever waits for a client that sends slowly. */
export class BodyReader {
  readonly #options: BodyReaderOptions
  readonly #underWay = new AddressCounts()
  readonly #bytes = new AddressCounts()
  #allBytes = 0

  constructor(options: BodyReaderOptions) {
    this.#options = options
  }

  /** Gives the body, or why it is refused; null when the client has gone. */
  async read(request: Arriving, address: string, limits: BodyLimits): Promise<ReadBody | Refusal | null> {
    if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) return tooLarge(limits.maxBytes)
    if (this.#underWay.of(address) >= this.#options.maxPerAddress)
      return tooMany('Too many requests of this address are still being sent.')
    const arrived = this.#underWay.add(address)
    const held: (() => void)[] = []
    const letGo = (): void => {
      for (const free of held.splice(0)) free()
    }
    try {
      const read = await this.#collect(request, limits, size => {
        if (
          this.#allBytes + size > this.#options.maxBytes ||
          this.#bytes.of(address) + size > this.#options.maxBytesPerAddress
        )
          return false
        held.push(this.#hold(address, size))
        return true
      })
      if (Buffer.isBuffer(read)) return { bytes: read, letGo }
      letGo()
      return read
    } finally {
      arrived()
    }
  }

  #hold(address: string, size: number): () => void {
    const free = this.#bytes.add(address, size)
    this.#allBytes += size
    return () => {
      free()
      this.#allBytes -= size
    }
  }

  #collect(
    request: Arriving,
    { maxBytes, withinMs }: BodyLimits,
    mayHold: (size: number) => boolean,
  ): Promise<Buffer | Refusal | null> {
    return new Promise(resolve => {
      const body = new GatheredBody(Math.min(maxBytes, Number(request.headers['content-length'] ?? maxBytes)))
      const end = (outcome: Buffer | Refusal | null): void => {
        clearTimeout(tooLate)
        request.off('data', take).off('end', whole).off('close', gone)
        resolve(outcome)
      }
      const tooLate = setTimeout(
        () => end({ status: 408, tag: 'Unreadable', message: `The body did not arrive within ${withinMs / 1000} s.` }),
        withinMs,
      )
      const take = (chunk: Buffer): void => {
        if (body.size + chunk.length > maxBytes) return end(tooLarge(maxBytes))
        const growth = body.growthFor(chunk)
        if (growth > 0 && !mayHold(growth)) return end(tooMany('Too much is being sent at this moment.'))
        body.add(chunk)
      }
      const whole = (): void => end(body.whole())
      const gone = (): void => end(null)
      request.on('data', take).once('end', whole).once('close', gone)
    })
  }
}

/** A body that is larger than it may be. */
export function tooLarge(maxBytes: number): Refusal {
  return { status: 413, tag: 'Unreadable', message: `The body is larger than ${maxBytes} bytes.` }
}

function tooMany(message: string): Refusal {
  return {
    status: 429,
    tag: 'TooMany',
    message: `${message} Please wait a moment.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  }
}
