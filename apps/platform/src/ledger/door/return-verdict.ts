import { INBOUND_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import type { BatchFacts } from '../facts/ledger-facts.ts'
import type { EventDetail } from '../facts/ledger-lines.ts'
import type { ReturnOperation } from '../facts/ledger-operations.ts'
import { judgeHash } from '../facts/return-hash.ts'

/** The states that a survey can report. */
export type ReturnCode = 30 | 31 | 32 | 33 | 34

export interface ReturnVerdict {
  /** 35: an invalid return. */
  readonly code: ReturnCode | 35
  readonly detail: EventDetail | null
  /** The rule by which a server's return would be believed against earlier ones. */
  readonly isBelieved: boolean
}

const KNOWN_INBOUND_CODES = Object.keys(INBOUND_CODES).join(', ')

/** Judges a return, and whether a server's return is believed against earlier ones: if it is signed, or need not be. */
export function judgeReturn(
  { inboundCode, parameters, sent }: ReturnOperation,
  { hashSecrets, hashRequired, unsignedOverrule }: BatchFacts,
): ReturnVerdict {
  const hash = parameters === null ? 'unchecked' : judgeHash(parameters, hashSecrets, hashRequired, sent)
  const checked = hash === 'unchecked' ? null : { hash }
  if (hash === 'missing' || hash === 'wrong') {
    return { code: 35, detail: { ...checked, rule: 'hash', threshold: 'a valid hash', value: hash }, isBelieved: false }
  }
  const isBelieved = hash === 'valid' || parameters === null || unsignedOverrule
  const code = Object.hasOwn(INBOUND_CODES, inboundCode) ? INBOUND_CODES[inboundCode] : undefined
  if (isReturnCode(code)) return { code, detail: checked, isBelieved }
  return {
    code: 35,
    detail: { ...checked, rule: 'inbound_code', threshold: `one of ${KNOWN_INBOUND_CODES}`, value: inboundCode },
    isBelieved,
  }
}

function isReturnCode(code: RespondentCode | undefined): code is ReturnCode {
  return code !== undefined && code >= 30 && code <= 34
}
