import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QUICK } from '../harness/quick.ts'

/** The labels' verdict on a rule. */
export interface RuleResult {
  readonly flagged: number
  readonly precision: number | null
  readonly recall: number | null
}

/** The stored result of each rule; none before the first run, and in a quick run, whose figures mean nothing. */
export function storedRules(): Readonly<Record<string, RuleResult>> {
  const path = join('bench', 'results', 'scorecards.json')
  if (QUICK || !existsSync(path)) return {}
  const { rules } = JSON.parse(readFileSync(path, 'utf8')) as { rules: Record<string, RuleResult> } // this bench wrote it
  return rules
}
