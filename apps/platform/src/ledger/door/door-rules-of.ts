import { NO_SUPPLIER, rulesInForce, type RuleSettings } from '@desk/schema/defender/in-force'
import type { SecurityLevel } from '@desk/schema/defender/levels'
import type { DefenderRule, SourceFacts, SourceSetup } from '../facts/ledger-facts.ts'

/** A supplier's security, as the setups are read. */
export type SecurityTuple = readonly [
  supplierId: number,
  level: SecurityLevel,
  activityEnabled: boolean,
  tokenThreshold: number | null,
  languageThreshold: number | null,
  threatLevel: number | null,
]

/** The rules of a source for each of its suppliers: worked out once for as long as the setup is cached, so that an entrant costs a lookup (docs/decisions/0058). */
export function doorRules(
  settings: RuleSettings,
  securities: readonly SecurityTuple[],
): Pick<SourceSetup, 'rules' | 'supplierRules'> {
  const byLevel = new Map<string, readonly DefenderRule[]>()
  const rulesOf = (security: typeof NO_SUPPLIER): readonly DefenderRule[] => {
    const key = JSON.stringify(security)
    let rules = byLevel.get(key)
    if (rules === undefined) {
      rules = rulesInForce(settings, security).map(({ rule, mode, threshold, window_hours: windowHours, setBy }) => ({
        rule,
        threshold,
        windowHours,
        mode,
        setBy,
      }))
      byLevel.set(key, rules)
    }
    return rules
  }
  return {
    rules: rulesOf(NO_SUPPLIER),
    supplierRules: new Map(
      securities.map(([supplierId, level, activityEnabled, tokenThreshold, languageThreshold, threatLevel]) => [
        supplierId,
        rulesOf({ level, activityEnabled, tokenThreshold, languageThreshold, threatLevel }),
      ]),
    ),
  }
}

/** The rules that judge respondents of a supplier of the source. */
export function rulesFor(
  source: Pick<SourceFacts, 'rules' | 'supplierRules'>,
  supplierId: number | null,
): readonly DefenderRule[] {
  return (supplierId === null ? undefined : source.supplierRules.get(supplierId)) ?? source.rules
}
