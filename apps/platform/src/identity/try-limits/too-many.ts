import { TooMany } from '@desk/api/errors'

/** The answer after too many attempts. */
export function tooManyTries(waitSeconds: number): TooMany {
  return new TooMany({
    message: `Too many tries. Please wait ${waitSeconds} seconds and try again.`,
    retry_after_seconds: waitSeconds,
  })
}
