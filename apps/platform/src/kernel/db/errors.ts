import { Data } from 'effect'

/**
 * The database cannot be reached, is shutting down, only reads (a standby), or did not answer in time. Answer 503 with
 * Retry-After. `isDiskFull`: it answers, but has no space for the write. `isAway`: it has ended, or is none that we write to,
 * rather than slow or full. `mayHaveCommitted`: the connection broke during a commit, so that it is unknown whether it is stored.
 */
export class DatabaseUnavailable extends Data.TaggedError('DatabaseUnavailable')<{
  readonly reason: string
  readonly mayHaveCommitted: boolean
  readonly isDiskFull?: boolean
  readonly isAway?: boolean
  readonly cause: unknown
}> {
  override get message(): string {
    return `The database does not answer: ${this.reason}`
  }
}

/** A write refused without asking the server, whose disk is nearly full. */
export function diskFull(): DatabaseUnavailable {
  return new DatabaseUnavailable({ reason: 'the disk is full', mayHaveCommitted: false, isDiskFull: true, cause: null })
}

/** Two transactions conflicted and this one was aborted: retry it. */
export class SerializationConflict extends Data.TaggedError('SerializationConflict')<{ readonly cause: unknown }> {
  override get message(): string {
    return 'The transaction gave way to another one; it can be repeated'
  }
}

interface Violation {
  readonly constraint: string
  readonly table: string
  readonly cause: unknown
}

/** A row with this key exists already. */
export class UniqueViolation extends Data.TaggedError('UniqueViolation')<Violation> {}
/** The row refers to one that does not exist, or is referred to by one that does. */
export class ForeignKeyViolation extends Data.TaggedError('ForeignKeyViolation')<Violation> {}
/** A value breaks a rule of its table; for a missing value the constraint is `not_null:column`. */
export class CheckViolation extends Data.TaggedError('CheckViolation')<Violation> {}
/** The row overlaps another one where none may. */
export class ExclusionViolation extends Data.TaggedError('ExclusionViolation')<Violation> {}

export type ConstraintViolation = UniqueViolation | ForeignKeyViolation | CheckViolation | ExclusionViolation
export type DatabaseError = DatabaseUnavailable | SerializationConflict | ConstraintViolation

const DATABASE_ERRORS = [
  DatabaseUnavailable,
  SerializationConflict,
  UniqueViolation,
  ForeignKeyViolation,
  CheckViolation,
  ExclusionViolation,
] as const

export function isDatabaseError(error: unknown): error is DatabaseError {
  return DATABASE_ERRORS.some(kind => error instanceof kind)
}

const DISK_FULL_STATE = '53100'
/** SQLSTATE classes and codes of a server that has ended, or takes no writes. */
const AWAY_STATE = /^(08|57P0|25006)/
/** Further states that are not the statement's fault: resources, time-out. */
const UNAVAILABLE_STATE = /^(53|57014|58030)/
/** A standby refuses by states that have other meanings too; their texts say which. */
const OF_A_STANDBY = /recovery/
const UNAVAILABLE_SYSCALL = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
/** node-postgres gives these no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error)/
const UNAVAILABLE_MESSAGE =
  /^(timeout exceeded when trying to connect|Client was closed|Cannot use a pool after calling end)/

function fields(error: Error): { code: string; constraint: string; table: string; column: string; syscall: string } {
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    code: text('code'),
    constraint: text('constraint'),
    table: text('table'),
    column: text('column'),
    syscall: text('syscall'),
  }
}

/** That a transaction failed, at any depth of its callback, because the server does not serve it; undefined: another reason. */
export function unavailableIn(error: unknown): DatabaseUnavailable | undefined {
  const typed = toDatabaseError(error) ?? (error instanceof Error ? toDatabaseError(error.cause) : undefined)
  return typed instanceof DatabaseUnavailable ? typed : undefined
}

/** The typed form of an error of node-postgres; undefined for any other error: a defect, or the caller's own. */
export function toDatabaseError(error: unknown, mayHaveCommitted = false): DatabaseError | undefined {
  if (isDatabaseError(error)) return error
  if (!(error instanceof Error)) return undefined
  const { code, constraint, table, column, syscall } = fields(error)
  const violation = { constraint, table, cause: error }
  const isOfStandby = /^(40001|40P01|55000)$/.test(code) && OF_A_STANDBY.test(error.message)
  switch (isOfStandby ? '' : code) {
    case '40001':
    case '40P01':
      return new SerializationConflict({ cause: error })
    case '23505':
      return new UniqueViolation(violation)
    case '23503':
    case '23001':
      return new ForeignKeyViolation(violation)
    case '23514':
      return new CheckViolation(violation)
    case '23502':
      return new CheckViolation({ ...violation, constraint: `not_null:${column}` })
    case '23P01':
      return new ExclusionViolation(violation)
  }
  const isAway =
    isOfStandby ||
    AWAY_STATE.test(code) ||
    (UNAVAILABLE_SYSCALL.has(code) && syscall !== 'open') ||
    AWAY_MESSAGE.test(error.message)
  return isAway || UNAVAILABLE_STATE.test(code) || UNAVAILABLE_MESSAGE.test(error.message)
    ? new DatabaseUnavailable({
        reason: error.message || code,
        mayHaveCommitted,
        isDiskFull: code === DISK_FULL_STATE,
        isAway,
        cause: error,
      })
    : undefined
}
