import type { ReturnCheck } from '@desk/schema/respondents/return-hashing'
import type { Outcome } from '#kernel/edits/outcome'
import { LinkFault, parseLinkParameters } from '../facts/link-parameters.ts'
import { findSignature } from '../facts/return-hash.ts'
import { canonicalParameters } from '../facts/signed-texts.ts'
import { endOf } from './return-hashing.store.ts'

const faulty = (message: string): Outcome<never, never> => ({ kind: 'faulty', details: [{ path: ['url'], message }] })

/** The query of a URL as /return reads it; also a bare query. */
function queryOf(url: string): string {
  const [address = ''] = url.trim().split('#')
  return address.slice(address.indexOf('?') + 1)
}

/**
 * Judges the URL of a return as /return does when a hash is required (domain.md §3).
 * @param secrets the valid keys
 * @returns the verdict, or the part that could not be read
 */
export function checkReturn(url: string, secrets: readonly string[]): Outcome<ReturnCheck, never> {
  try {
    const sent = queryOf(url)
    const parameters = parseLinkParameters(sent)
    if (!parameters.has('rdud')) return faulty('Return URL must hold the parameters of a return: inbound_code and rdud')
    const found = findSignature(parameters, secrets, sent)
    if (found !== null)
      return { kind: 'done', answer: { verdict: 'valid', hashed_text: found.text, key_ends_with: endOf(found.secret) } }
    const verdict = (parameters.get('hash') ?? '') === '' ? 'missing' : 'wrong'
    return { kind: 'done', answer: { verdict, hashed_text: canonicalParameters(parameters), key_ends_with: null } }
  } catch (error) {
    if (error instanceof LinkFault) return faulty(error.message)
    throw error
  }
}
