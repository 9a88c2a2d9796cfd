import { malformedMessages } from './malformed-messages.ts'
import { malformedPackets } from './malformed-packets.ts'
import { say, writeRaw, type Way } from './attackers.ts'

/** One message of an attacker, on its own connection. */
export interface Case {
  /** Its oddity, for the message of a test that fails. */
  readonly name: string
  /** Sends it and waits for an answer or the end; gives whether it came as far as it wanted to. */
  readonly send: () => Promise<boolean>
}

export interface CorpusOptions {
  readonly seed: number
  readonly count: number
  /** The gateway's. */
  readonly url: string
  /** Good ones, for the messages after entering. */
  readonly tokens: readonly string[]
  /** The addresses of this machine that it comes from, by turns; unset: 127.0.0.1. */
  readonly from?: readonly string[]
}

/**
 * The messages of attackers: half of them for the push, half raw requests, by turns, so that each part has of both. The
 * same seed gives the same.
 */
export function corpus({ seed, count, url, tokens, from = ['127.0.0.1'] }: CorpusOptions): Case[] {
  const way = (no: number): Way => ({ url, from: from[no % from.length] ?? '127.0.0.1' })
  const messages = malformedMessages(seed, Math.floor(count / 2)).map((message, no): Case => ({
    name: message.name,
    send: () => say(way(no), tokens[no % tokens.length] ?? '', message),
  }))
  const packets = malformedPackets(seed, count - messages.length).map(({ name, bytes }, no): Case => ({
    name,
    async send() {
      await writeRaw(way(no), bytes)
      return true
    },
  }))
  return packets.flatMap((packet, at) => [packet, ...messages.slice(at, at + 1)])
}
