import {
  FINGERPRINT_MAX_LENGTH,
  MARK_FAULTS_SHOWN,
  type MarkAdditions,
  type MarkKind,
} from '@desk/schema/defender/mark-lists'
import { canonicalAddress } from '#ledger/facts/canonical-address'
import type { SentLine } from '#ledger/sent-lists/sent-line'

/** A device or an address that a line names. */
export interface NamedMark {
  readonly kind: MarkKind
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

const HEADERS = new Set(['fingerprint', 'fingerprints', 'fp', 'address', 'addresses', 'ip', 'ip address', 'value'])
const IN_QUOTES = /^"(.*)"$/

/** Judges the lines of a list: what each names, or what is wrong with it. A line that repeats an earlier one is no fault and counts once. */
export function judgeMarks(sent: readonly SentLine[], kind: MarkAdditions['kind']): JudgedMarks {
  const marks = new Map<string, NamedMark>()
  const faults: MarkFault[] = []
  let faulty = 0
  let lines = 0
  for (const { line, rawText } of sent) {
    const text = rawText.replace(IN_QUOTES, '$1').trim()
    if (line === 1 && HEADERS.has(text.toLowerCase())) continue
    lines += 1
    const judged = markOf(text, kind)
    if (typeof judged === 'string') {
      faulty += 1
      if (faults.length < MARK_FAULTS_SHOWN)
        faults.push({ line, text: text.slice(0, FINGERPRINT_MAX_LENGTH), message: judged })
    } else marks.set(`${judged.kind} ${judged.value}`, judged)
  }
  return { lines, marks: [...marks.values()], faulty, faults }
}

function markOf(text: string, kind: MarkAdditions['kind']): NamedMark | string {
  if (text === '') return 'The line names nothing'
  const address = kind === 'fingerprint' ? null : canonicalAddress(text)
  if (address !== null) return { kind: 'address', value: address }
  if (kind === 'address') return 'This is no IPv4 or IPv6 address'
  if (kind === 'either' && /^[\d.]+\/\d+$|^[\da-f:]+\/\d+$/i.test(text))
    return 'A network cannot be listed: list its addresses'
  if (text.length > FINGERPRINT_MAX_LENGTH)
    return `Longer than ${FINGERPRINT_MAX_LENGTH} characters, which no link carries`
  return { kind: 'fingerprint', value: text }
}
