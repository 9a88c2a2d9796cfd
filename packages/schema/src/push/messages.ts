import { Schema } from 'effect'
import { PUSH_PROTOCOL_VERSION, Topic } from './frames.ts'

const MAX_TOKEN_LENGTH = 4_096

/** A session's token as a client hands it over: printable, without spaces. */
export const PushToken = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/), Schema.isMaxLength(MAX_TOKEN_LENGTH))

/** The protocol version of a connection's handshake; if absent, the newest. */
export const HandshakeProtocol = Schema.Struct({ protocol: Schema.optionalKey(Schema.Literal(PUSH_PROTOCOL_VERSION)) })

/** The token in a connection's handshake. */
export const HandshakeToken = Schema.Struct({ token: PushToken })

/** The messages of a connected client by event name: the arguments before the acknowledgement. */
export const CLIENT_MESSAGES = {
  watch: Schema.Tuple([Topic]),
  unwatch: Schema.Tuple([Topic]),
  token: Schema.Tuple([PushToken]),
} as const

/** The name of a message that a client may send. */
export type ClientMessage = keyof typeof CLIENT_MESSAGES
