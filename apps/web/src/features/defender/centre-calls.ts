import type { HoldOut } from '@desk/schema/defender/hold-out'
import type { RuleSetting } from '@desk/schema/defender/rules'
import type { DefenderPreview, DefenderVersion } from '@desk/schema/defender/settings'
import type { ApiClient } from '#runtime/api/api-client.ts'
import type { ControlCentreOf } from '#kit/defender/control-centre-request.ts'

/** The Defender settings of a project or a survey. */
export interface CentreSettings {
  readonly version: number
  readonly rules: readonly RuleSetting[]
  readonly before: readonly RuleSetting[] | null
  readonly versions: readonly DefenderVersion[]
  /** Null: as the account. A survey has none of its own. */
  readonly hold_out?: HoldOut | null
}

/** The saved changes. */
export interface CentreChanges {
  readonly rules: readonly RuleSetting[]
  readonly version: number
  readonly hold_out?: HoldOut | null
}

/** The calls of a control centre, by what it is of (§2.44, api:P15, api:P16). */
export function centreCalls(
  api: ApiClient,
  { scope, id }: ControlCentreOf,
): {
  read: (signal: AbortSignal) => Promise<CentreSettings>
  preview: (rules: readonly RuleSetting[]) => Promise<DefenderPreview>
  save: (changes: CentreChanges) => Promise<CentreSettings>
} {
  const params = { id }
  const headers = {}
  return scope === 'project'
    ? {
        read: signal => api.call('defender.ofProject', { params, signal }),
        preview: rules => api.call('defender.preview', { params, payload: { rules } }),
        save: changes => api.call('defender.setForProject', { params, headers, payload: { ...changes } }),
      }
    : {
        read: signal => api.call('defender.ofSurvey', { params, signal }),
        preview: rules => api.call('defender.previewOfSurvey', { params, payload: { rules } }),
        save: ({ rules, version }) =>
          api.call('defender.setForSurvey', { params, headers, payload: { rules, version } }),
      }
}
