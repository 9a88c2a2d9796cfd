import { expect, test } from 'vitest'
import { EgressRefused, LIES_INSIDE } from '#kernel/egress/egress'
import { providerFault } from './provider-fault.ts'

const failed = (message: string, code?: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), code === undefined ? {} : { code }) })

test.each([
  [failed('connect ETIMEDOUT 10.0.0.7:443', 'ETIMEDOUT'), 'The provider could not be reached (ETIMEDOUT).'],
  [failed('connect EHOSTUNREACH 10.0.0.7:443', 'EHOSTUNREACH'), 'The provider could not be reached (EHOSTUNREACH).'],
  [
    failed('Connect Timeout Error (attempted address: 10.0.0.7:443)', 'UND_ERR_CONNECT_TIMEOUT'),
    'The provider could not be reached (UND_ERR_CONNECT_TIMEOUT).',
  ],
  [failed('connect ECONNREFUSED 10.0.0.7:443', 'ECONNREFUSED'), 'The provider does not answer (ECONNREFUSED).'],
  [new TypeError('fetch failed', { cause: new EgressRefused(LIES_INSIDE) }), LIES_INSIDE],
  [failed('issuer does not match'), 'The provider’s answer was refused: issuer does not match'],
  [
    failed('unexpected "iss"', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'),
    'The provider’s answer was refused: unexpected "iss"',
  ],
])('%s is reported without an address that a name has resolved to (promises S9)', (error, sentence) => {
  expect(providerFault(error)).toBe(sentence)
})
