import { Schema } from 'effect'

const common = { message: Schema.String, request_id: Schema.optionalKey(Schema.String) }

/** 400: the request could not be read at all. */
export class Unreadable extends Schema.TaggedError<Unreadable>()('Unreadable', common, { httpApiStatus: 400 }) {}

/** 401: no session, or one that has ended (§8.1). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()('Unauthorized', common, { httpApiStatus: 401 }) {}

/** 403: signed in but not allowed. */
export class Forbidden extends Schema.TaggedError<Forbidden>()('Forbidden', common, { httpApiStatus: 403 }) {}

/** 404: it does not exist, or it is another account's; the answer does not say which. */
export class NotFound extends Schema.TaggedError<NotFound>()('NotFound', common, { httpApiStatus: 404 }) {}

/** 409: the present state forbids it. `reason` is a code, `current` the state that the caller should look at. */
export class Conflict extends Schema.TaggedError<Conflict>()(
  'Conflict',
  { ...common, reason: Schema.String, current: Schema.Json },
  { httpApiStatus: 409 },
) {}

/** 422: a refused body, each fault with the path of its field (§5.28). */
export class Refused extends Schema.TaggedError<Refused>()(
  'Refused',
  { ...common, details: Schema.Array(Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String })) },
  { httpApiStatus: 422 },
) {}

/** 429: too many requests; the header Retry-After says the same seconds. */
export class TooMany extends Schema.TaggedError<TooMany>()(
  'TooMany',
  { ...common, retry_after_seconds: Schema.Int },
  { httpApiStatus: 429 },
) {}

/** 503: the database is away; the header Retry-After says when to try again. */
export class Unavailable extends Schema.TaggedError<Unavailable>()(
  'Unavailable',
  { ...common, retry_after_seconds: Schema.Int },
  { httpApiStatus: 503 },
) {}

/** The errors that any call may answer with, beside its own. */
export const COMMON_ERRORS = [Unreadable, Refused, Unauthorized, Forbidden, TooMany, Unavailable] as const
