import { LEVEL_RULES } from '@desk/schema/defender/levels'
import type { RuleMode, RuleSetting } from '@desk/schema/defender/rules'
import { settingFaults } from '@desk/schema/defender/settings'
import type { DefenderRuleName } from '@desk/schema/respondents/door-rules'
import { numberOrNull } from '#kit/forms/typed-number.ts'

/** A rule that a project leaves to the suppliers' levels. */
export const BY_LEVEL = 'level'
export type DraftMode = RuleMode | typeof BY_LEVEL

/** One row of the table of rules while it is edited: numbers as they are typed. */
export interface RuleDraft {
  readonly rule: DefenderRuleName
  readonly mode: DraftMode
  readonly threshold: string
  readonly windowHours: string
}

const typed = (number: number | null): string => (number === null ? '' : String(number))

/** Every rule as it is set; one that is not set is left to the levels, with the numbers of the balanced one to begin with. */
export function draftsOf(settings: readonly RuleSetting[]): readonly RuleDraft[] {
  return LEVEL_RULES[3].map(balanced => {
    const own = settings.find(({ rule }) => rule === balanced.rule)
    const { rule, threshold, window_hours: hours } = own ?? balanced
    return { rule, mode: own?.mode ?? BY_LEVEL, threshold: typed(threshold), windowHours: typed(hours) }
  })
}

/** The settings of a draft; the faults of its numbers are `draftFaults`. */
export function settingsOf(drafts: readonly RuleDraft[]): readonly RuleSetting[] {
  return drafts.flatMap(({ rule, mode, threshold, windowHours }) =>
    mode === BY_LEVEL
      ? []
      : [{ rule, mode, threshold: numberOrNull(threshold), window_hours: numberOrNull(windowHours) }],
  )
}

/** The faults of one row's numbers; none of a rule that is left to the levels. */
export function draftFaults(draft: RuleDraft): ReturnType<typeof settingFaults> {
  const [setting] = settingsOf([draft])
  return setting === undefined ? { threshold: null, window_hours: null } : settingFaults(setting)
}
