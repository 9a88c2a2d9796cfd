import { MAX_LINK_BODY_BYTES, maxBodyBytes } from '@desk/api/body-limit'
import type { BodyLimits, BodyReaderOptions } from './body-reader.ts'

/** The limits of one client. */
export interface FrontLimits {
  readonly bodies: BodyReaderOptions
  readonly headersWithinMs: number
  readonly linkBodyWithinMs: number
  readonly callBodyWithinMs: number
  /** The time for a whole request, where the front does not read the body itself. */
  readonly requestWithinMs: number
  /** How often connections are checked for requests that take longer. */
  readonly lookEveryMs: number
}

export const FRONT_LIMITS: FrontLimits = {
  bodies: { maxPerAddress: 256, maxBytesPerAddress: 32 * 1024 * 1024, maxBytes: 256 * 1024 * 1024 },
  headersWithinMs: 15_000,
  linkBodyWithinMs: 10_000,
  callBodyWithinMs: 60_000,
  requestWithinMs: 75_000,
  lookEveryMs: 2_000,
}

type LimitsOf = (method: string | undefined, path: string) => BodyLimits

/** The limits of a body on the respondents' links, and on calls of the API. */
export function bodyLimits({ linkBodyWithinMs, callBodyWithinMs }: FrontLimits): {
  readonly linkLimits: LimitsOf
  readonly callLimits: LimitsOf
} {
  const link: BodyLimits = { maxBytes: MAX_LINK_BODY_BYTES, withinMs: linkBodyWithinMs }
  return {
    linkLimits: () => link,
    callLimits: (method, path) => ({ maxBytes: maxBodyBytes(method, path), withinMs: callBodyWithinMs }),
  }
}
