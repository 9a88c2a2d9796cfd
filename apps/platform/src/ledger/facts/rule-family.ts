import { NAMED_DOOR_RULES } from '@desk/schema/respondents/door-rules'

const FAMILIES = Object.keys(NAMED_DOOR_RULES)

/** The name under which a rule of the door counts: a source has many qualifications and sub-quotas, each with a name of its own. */
export function ruleFamily(rule: string): string {
  const colon = rule.indexOf(': ')
  if (colon < 0) return rule
  const family = rule.slice(0, colon)
  return FAMILIES.includes(family) ? family : rule
}
