import type { DefenderRule, Duplicates, SourceFacts } from '../facts/ledger-facts.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { burstCut } from '../facts/arrival-pace.ts'
import { NO_CROWD, type Crowd } from './crowds.ts'
import { crowdNetworkInWords } from '../facts/network.ts'
import type { DoorRefusal } from './door-refusal.ts'

const DEFAULT_WINDOW_HOURS = 24
const DEFAULT_THRESHOLD = 1

/** How far back a duplicate rule looks. */
export function windowMs(rule: Pick<DefenderRule, 'windowHours'>): number {
  return (rule.windowHours ?? DEFAULT_WINDOW_HOURS) * 3_600_000
}

/** The objection of a rule of Defender to an entrant; null: none, or nothing to judge by. */
export function brokenRule(
  { rule, threshold: limit, windowHours }: DefenderRule,
  entry: Pick<EntryOperation, 'country' | 'fromDatacentre' | 'fingerprint'>,
  source: Pick<SourceFacts, 'country'>,
  duplicates: Duplicates,
  crowd: Crowd = NO_CROWD,
): DoorRefusal | null {
  const threshold = limit ?? DEFAULT_THRESHOLD
  const hours = windowHours ?? DEFAULT_WINDOW_HOURS
  switch (rule) {
    case 'duplicate_rid':
      return duplicates.sameRid === null || duplicates.sameRid === 0
        ? null
        : { rule, threshold: `none in ${hours} h`, value: `${duplicates.sameRid} others` }
    case 'duplicate_fingerprint':
      return refusalByOthers(rule, duplicates.sameFingerprint, threshold, hours)
    case 'duplicate_ip':
      return refusalByOthers(rule, duplicates.sameAddress, threshold, hours)
    case 'activity':
    case 'activity_watch': {
      const busiest = busiestMark(duplicates)
      return busiest === null || busiest.attempts <= threshold
        ? null
        : { rule, threshold: `${threshold} attempts in 24 h`, value: `${busiest.attempts} by this ${busiest.mark}` }
    }
    case 'country':
      return entry.country === null || source.country === null || entry.country === source.country
        ? null
        : { rule, threshold: source.country, value: entry.country }
    case 'datacentre':
      return entry.fromDatacentre ? { rule, threshold: 'no datacentre', value: 'datacentre' } : null
    case 'fingerprint_missing':
      return entry.fingerprint === null ? { rule, threshold: 'a fingerprint', value: 'none' } : null
    case 'many_addresses':
      return crowd.network === null || crowd.network.addresses <= threshold
        ? null
        : {
            rule,
            threshold: `${threshold} addresses in 1 h`,
            value: `more of ${crowdNetworkInWords(crowd.network.networkBits)}`,
          }
    case 'burst': {
      const cut = crowd.pace === null ? null : burstCut(crowd.pace, threshold)
      return crowd.pace === null || cut === null || crowd.pace.seen < cut.from
        ? null
        : {
            rule,
            threshold: `fewer than ${cut.from} in 5 min, ${cut.expected.toFixed(1)} expected`,
            value: `${crowd.pace.seen} in 5 min`,
          }
    }
    // judged at the return (return-rules.ts)
    case 'ghost':
    case 'speeder':
    case 'straight_lining':
    case 'open_ends':
    case 'text_analytics':
    case 'bot_score':
      return null
  }
}

const refusalByOthers = (
  rule: DefenderRule['rule'],
  count: number | null,
  threshold: number,
  hours: number,
): DoorRefusal | null =>
  count === null || count < threshold
    ? null
    : { rule, threshold: `${threshold} in ${hours} h`, value: `${count} others` }

/** The account's entries by the entrant's fingerprint or address in 24 hours, this one included, the more of both; null: no rule needs it. */
export const attemptsOf = (duplicates: Duplicates): number | null => busiestMark(duplicates)?.attempts ?? null

function busiestMark({ ofFingerprint, ofAddress }: Duplicates): { mark: string; attempts: number } | null {
  if (ofFingerprint === null && ofAddress === null) return null
  return (ofFingerprint ?? -1) >= (ofAddress ?? -1)
    ? { mark: 'device', attempts: (ofFingerprint ?? 0) + 1 }
    : { mark: 'address', attempts: (ofAddress ?? 0) + 1 }
}
