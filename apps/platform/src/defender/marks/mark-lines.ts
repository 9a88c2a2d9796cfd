import {
  FINGERPRINT_MAX_LENGTH,
  MARK_FAULTS_SHOWN,
  type MarkAdditions,
  type ListedKind,
} from '@desk/schema/defender/mark-lists'
import { canonicalAddress } from '#ledger/facts/canonical-address'
import { isOneAddress, networkFault, readNetwork } from '#ledger/facts/network'
import type { SentLine } from '#ledger/sent-lists/sent-line'

/** A device, an address or a network that a line names. */
export interface NamedMark {
  readonly kind: ListedKind
  readonly value: string
}

export interface MarkFault {
  readonly line: number
  readonly text: string
  readonly message: string
}

export interface JudgedMarks {
  readonly lines: number
  /** Each once. */
  readonly marks: readonly NamedMark[]
  readonly faulty: number
  /** The first of them. */
  readonly faults: readonly MarkFault[]
}

const IN_QUOTES = /^"(.*)"$/

/**
 * Judges the lines of a list: the entry that each names, or its fault. A line that repeats an earlier one is no fault
 * and counts once.
 */
export function judgeMarks(
  sent: readonly SentLine[],
  { kind, wide = false }: Pick<MarkAdditions, 'kind' | 'wide'>,
): JudgedMarks {
  const marks = new Map<string, NamedMark>()
  const faults: MarkFault[] = []
  let faulty = 0
  let lines = 0
  for (const one of sent) {
    const { line, rawText } = one
    const text = rawText.replace(IN_QUOTES, '$1').trim()
    lines += 1
    const judged = namesSeveral(one)
      ? 'The line has several addresses: write each on a line of its own'
      : markOf(text, kind, wide)
    if (typeof judged === 'string') {
      faulty += 1
      if (faults.length < MARK_FAULTS_SHOWN)
        faults.push({ line, text: text.slice(0, FINGERPRINT_MAX_LENGTH), message: judged })
    } else marks.set(`${judged.kind} ${judged.value}`, judged)
  }
  return { lines, marks: [...marks.values()], faulty, faults }
}

const LIKE_A_NETWORK = /^[\da-f:.]+\/\d+$/i
/** Four numbers or an address in brackets, with a port or without: a fingerprint of that form is listed by its kind. */
const LIKE_AN_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?$/i
const BETWEEN = /[\s,;|]+/

/** Whether a line holds nothing but addresses, and more than one of them: all but the first would be left out. */
function namesSeveral({ rawText, isBadReason, comment }: SentLine): boolean {
  const beside = isBadReason ? comment.replace(/^As sent: /, '') : ''
  const words = `${rawText} ${beside}`.split(BETWEEN).filter(word => word !== '')
  return words.length > 1 && words.every(word => canonicalAddress(word) !== null || readNetwork(word) !== undefined)
}

function markOf(text: string, kind: MarkAdditions['kind'], isWideMeant: boolean): NamedMark | string {
  if (text === '') return 'The line names nothing'
  const address = kind === 'fingerprint' || kind === 'network' ? null : canonicalAddress(text)
  if (address !== null) return { kind: 'address', value: address }
  if (kind === 'address') return 'This is no IPv4 or IPv6 address'
  if (kind === 'network' || (kind === 'either' && LIKE_A_NETWORK.test(text))) return networkOf(text, isWideMeant)
  if (kind === 'either' && LIKE_AN_ADDRESS.test(text))
    return 'This is no IPv4 or IPv6 address; a fingerprint of this form is added by its kind'
  if (text.length > FINGERPRINT_MAX_LENGTH)
    return `Longer than ${FINGERPRINT_MAX_LENGTH} characters, which no link carries`
  return { kind: 'fingerprint', value: text }
}

/** A network of one address is that address. */
function networkOf(text: string, isWideMeant: boolean): NamedMark | string {
  const network = readNetwork(text)
  if (network === undefined) return 'This is no network: write its first address and a length, 203.0.113.0/24'
  const { address, prefix } = network
  if (isOneAddress(network)) return { kind: 'address', value: address }
  return networkFault(network, isWideMeant) ?? { kind: 'network', value: `${address}/${prefix}` }
}
