import { CLIENT_MESSAGES, type ClientMessage } from '@desk/schema/push/messages'
import { Exit, Schema } from 'effect'
import type { Denied } from './watch-judge.ts'

interface MessageHandler<Answer> {
  /** Gives the answer; null for none. */
  readonly act: (given: string) => Promise<Answer | null> | Answer | null
  /** Refuses; `given` is the first argument, of any type. */
  readonly refuse: (denied: Denied, given: unknown) => Answer
  /** The refusal of an unreadable message. */
  readonly nonsense: string
  /** True: a message without an acknowledgement is ignored. */
  readonly isAnswered: boolean
}

/** The handler of each message of a client. */
export type Hearing = Readonly<Record<ClientMessage, MessageHandler<unknown>>>

export interface HearingReports {
  /** A message could not be read: its name, or 'unknown'. */
  refused(message: ClientMessage | 'unknown'): void
  /** A message could be read and its handler failed: our fault. */
  failed(message: ClientMessage, error: unknown): void
}

type Answering = (answer: unknown) => void

/** The part of a Socket.IO socket that is used here. */
interface Speaking {
  use(each: (event: readonly unknown[], next: () => void) => void): unknown
}

const NO_SUCH_MESSAGE: Denied = { ok: false, status: 400, message: 'There is no such message.' }
const FAILED: Denied = { ok: false, status: 500, message: 'Encountered an error. Please try again later.' }

const decoders: Readonly<Record<ClientMessage, (given: unknown) => Exit.Exit<readonly [string], unknown>>> = {
  watch: Schema.decodeUnknownExit(CLIENT_MESSAGES.watch),
  unwatch: Schema.decodeUnknownExit(CLIENT_MESSAGES.unwatch),
  token: Schema.decodeUnknownExit(CLIENT_MESSAGES.token),
}

/**
 * The only place where a client's messages come in: each is decoded by its schema, and an unreadable message or a failing handler
 * affects only its own answer. The socket has no other listeners, since an error thrown in one would end the process.
 */
export function hear(socket: Speaking, hearing: Hearing, reports: HearingReports): void {
  socket.use(([name, ...given]) => {
    const last = given.at(-1)
    const answer = isFunction(last) ? last : null
    const said = answer ? given.slice(0, -1) : given
    if (!isClientMessage(name)) {
      reports.refused('unknown')
      answer?.(NO_SUCH_MESSAGE)
      return
    }
    void take(name, hearing[name], said, answer, reports)
  })
}

/** Never rejects. */
async function take(
  name: ClientMessage,
  handler: MessageHandler<unknown>,
  said: readonly unknown[],
  answer: Answering | null,
  reports: HearingReports,
): Promise<void> {
  try {
    const read = decoders[name](said)
    if (Exit.isFailure(read) || (handler.isAnswered && !answer)) {
      reports.refused(name)
      answer?.(handler.refuse({ ok: false, status: 400, message: handler.nonsense }, said[0]))
      return
    }
    const value = await handler.act(read.value[0])
    if (value !== null) answer?.(value)
  } catch (error) {
    reports.failed(name, error)
    answer?.(handler.refuse(FAILED, said[0]))
  }
}

function isClientMessage(name: unknown): name is ClientMessage {
  return typeof name === 'string' && Object.hasOwn(CLIENT_MESSAGES, name)
}

function isFunction(value: unknown): value is Answering {
  return typeof value === 'function'
}
