import type { ReturnCheck } from '@desk/schema/respondents/return-hashing'
import type { Outcome } from '../edits/outcome.ts'
import { LinkFault, parseLinkParameters, type LinkParameters } from '../respondents/link-parameters.ts'
import { canonicalParameters, judgeHash } from '../respondents/return-hash.ts'
import { endOf } from './return-hashing.store.ts'

const faulty = (message: string): Outcome<never, never> => ({ kind: 'faulty', details: [{ path: ['url'], message }] })

/** The parameters of an address as the door reads them; those of a bare query too. @throws LinkFault as the door does */
function parametersOf(url: string): LinkParameters {
  const [address = ''] = url.trim().split('#')
  return parseLinkParameters(address.slice(address.indexOf('?') + 1))
}

/**
 * Judges a return's address as the door does where a hash is required (domain.md §3).
 * @param secrets the valid keys
 * @returns what it would be taken for, or what the door could not read
 */
export function checkReturn(url: string, secrets: readonly string[]): Outcome<ReturnCheck, never> {
  try {
    const parameters = parametersOf(url)
    if (!parameters.has('rdud')) return faulty('Return URL must hold the parameters of a return: inbound_code and rdud')
    const verdict = judgeHash(parameters, secrets, true)
    if (verdict === 'unchecked') throw new Error('A hash that is required is checked.')
    const fitting = secrets.find(secret => judgeHash(parameters, [secret], true) === 'valid')
    return { kind: 'done', answer: { verdict, hashed_text: canonicalParameters(parameters), key_ends_with: fitting === undefined ? null : endOf(fitting) } }
  } catch (error) {
    if (error instanceof LinkFault) return faulty(error.message)
    throw error
  }
}
