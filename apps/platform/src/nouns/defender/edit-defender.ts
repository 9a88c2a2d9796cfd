import { holdOutText, type HoldOut } from '@desk/schema/defender/hold-out'
import { inCatalogueOrder, settingText, type RuleSetting } from '@desk/schema/defender/rules'
import type {
  AccountDefender,
  AccountDefenderChanges,
  DefenderChanges,
  ProjectDefender,
  ProjectDefenderChanges,
  SurveyDefender,
} from '@desk/schema/defender/settings'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import * as store from './defender.store.ts'
import { keepVersion, SETTING_SCOPES, type SettingScope } from './versions.store.ts'

interface Wanted {
  readonly rules: readonly RuleSetting[]
  readonly hold_out: HoldOut | null
}

/** Keeps what was stored as the version that it is. */
const keep = (
  tx: Tx,
  actor: Actor,
  scope: SettingScope,
  id: number,
  version: number,
  { rules, hold_out: holdOut }: Wanted,
): Promise<void> =>
  keepVersion(tx, actor.accountId, version, { scope, id, at: actor.at, userId: actor.user.uid, rules, holdOut })

/** Replaces the account's default of Defender's rules; rules that are left out are off. */
export function setForAccount(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { rules, version, hold_out: holdOut }: AccountDefenderChanges,
): Promise<Outcome<AccountDefender>> {
  const read = () => store.findAccountDefender(tx, accountId)
  return edit(tx, actor, {
    scope: 'defender_rules',
    noun: 'default of the Defender rules',
    id: accountId,
    async lock() {
      if (accountId !== actor.accountId) return undefined
      await store.holdAccountDefender(tx, accountId)
      return read()
    },
    judge: stored => ({
      before: { rules: stored.rules, hold_out: stored.hold_out },
      after: { rules: store.everyRule(rules), hold_out: holdOut ?? stored.hold_out },
    }),
    version: stored => ({ seen: version, stored: stored.version }),
    async write(after, stored) {
      await store.storeAccountDefender(tx, accountId, after.rules, stored.rules, after.hold_out)
      await keep(tx, actor, SETTING_SCOPES.account, accountId, stored.version + 1, after)
    },
    facts: async () => factsOf(await read()),
    read,
  })
}

/** Replaces the settings that a project has of its own (api:P16); rules that are left out are set by the suppliers' levels. */
export function setForProject(
  tx: Tx,
  actor: Actor,
  projectId: number,
  { rules, version, hold_out: holdOut }: ProjectDefenderChanges,
): Promise<Outcome<ProjectDefender>> {
  const { accountId } = actor
  const read = async () =>
    requireFound(await store.findProjectDefender(tx, accountId, projectId), 'Defender settings of the project')
  return edit(tx, actor, {
    scope: 'project',
    noun: 'Defender settings of the project',
    id: projectId,
    async lock() {
      await store.holdProject(tx, accountId, projectId)
      return store.findProjectDefender(tx, accountId, projectId)
    },
    judge: stored => ({
      before: { rules: stored.rules, hold_out: stored.hold_out },
      after: { rules: inCatalogueOrder(rules), hold_out: holdOut === undefined ? stored.hold_out : holdOut },
    }),
    version: stored => ({ seen: version, stored: stored.version }),
    async write(after, stored) {
      await store.storeProjectDefender(tx, accountId, projectId, after.rules, stored.rules, after.hold_out)
      await keep(tx, actor, SETTING_SCOPES.project, projectId, stored.version + 1, after)
    },
    facts: async () => factsOf(await read()),
    read,
  })
}

/** Replaces the settings that a survey has of its own (§2.44); rules that are left out are set by its project, and then by the suppliers' levels. */
export function setForSurvey(
  tx: Tx,
  actor: Actor,
  surveyId: number,
  { rules, version }: DefenderChanges,
): Promise<Outcome<SurveyDefender>> {
  const { accountId } = actor
  const read = async () =>
    requireFound(await store.findSurveyDefender(tx, accountId, surveyId), 'Defender settings of the survey')
  return edit(tx, actor, {
    scope: 'survey',
    noun: 'Defender settings of the survey',
    id: surveyId,
    async lock() {
      await store.holdSurvey(tx, accountId, surveyId)
      return store.findSurveyDefender(tx, accountId, surveyId)
    },
    judge: stored => ({ before: stored.rules, after: inCatalogueOrder(rules) }),
    version: stored => ({ seen: version, stored: stored.version }),
    async write(after, stored) {
      await store.storeSurveyDefender(tx, accountId, surveyId, after, stored.rules)
      await keep(tx, actor, SETTING_SCOPES.survey, surveyId, stored.version + 1, { rules: after, hold_out: null })
    },
    facts: async () => factsOf({ ...(await read()), hold_out: null }),
    read,
  })
}

/** The history's fields, one for each rule, and the hold-out. */
const factsOf = ({ rules, hold_out: holdOut }: Wanted): HistoryFacts => ({
  ...Object.fromEntries(rules.map(setting => [`defender_${setting.rule}`, settingText(setting)])),
  ...(holdOut === null ? {} : { defender_hold_out: holdOutText(holdOut) }),
})
