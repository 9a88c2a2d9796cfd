import { Schema } from 'effect'

/** Header that makes a repeated request act once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** Headers of an endpoint that acts once for a key, however often and in parallel the same request is sent. */
export const onceHeaders = {
  [IDEMPOTENCY_KEY_HEADER]: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))),
}
