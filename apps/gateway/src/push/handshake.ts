import { HandshakeProtocol, HandshakeToken } from '@desk/schema/push/messages'
import { Exit, Schema } from 'effect'
import type { Denied } from './watch-judge.ts'

const OUTDATED: Denied = { ok: false, status: 426, message: 'The desk has been updated. Please reload the page.' }
const TOKEN_NEEDED: Denied = { ok: false, status: 401, message: 'A token is needed to connect.' }

const decodeProtocol = Schema.decodeUnknownExit(HandshakeProtocol)
const decodeToken = Schema.decodeUnknownExit(HandshakeToken)

/** Gives the token of a handshake, or why there is none, and removes it: a handshake may reach other gateways and logs. */
export function takeToken(handshake: { readonly auth: Record<string, unknown> }): string | Denied {
  const auth = { ...handshake.auth }
  delete handshake.auth['token']
  if (Exit.isFailure(decodeProtocol(auth))) return OUTDATED
  const read = decodeToken(auth)
  return Exit.isFailure(read) ? TOKEN_NEEDED : read.value.token
}

/** The data of the client's connect_error. */
export function refusalOf({ status, message }: Denied): Error {
  return Object.assign(new Error(status === 401 ? 'unauthorized' : message), { data: { status, message } })
}
