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

/** The common part of each place that sets Defender's rules: the account, a project, a survey. */
interface Settings {
  readonly version: number
  readonly rules: readonly RuleSetting[]
  /** Left out: the place has none. */
  readonly hold_out?: HoldOut | null
}

/** Where rules are set, and how they are stored there. */
interface Place<Found extends Settings> {
  readonly scope: 'defender_rules' | 'project' | 'survey'
  readonly noun: string
  readonly versions: SettingScope
  readonly id: number
  /** Locks the place. */
  readonly hold: () => Promise<void>
  /** Undefined: the account does not have it. */
  readonly find: () => Promise<Found | undefined>
  readonly wanted: (stored: Found) => Wanted
  readonly store: (after: Wanted, stored: Found) => Promise<void>
}

const settingsOf = ({ rules, hold_out: holdOut = null }: Settings): Wanted => ({ rules, hold_out: holdOut })

/** Replaces the settings of a place, and keeps them as a version. @param seen the version that the editor saw */
function replaceSettings<Found extends Settings>(
  tx: Tx,
  actor: Actor,
  { scope, noun, versions, id, hold, find, wanted, store: storeThem }: Place<Found>,
  seen: number | undefined,
): Promise<Outcome<Found>> {
  const read = async () => requireFound(await find(), noun)
  return edit<Found, Wanted, Found>(tx, actor, {
    scope,
    noun,
    id,
    async lock() {
      await hold()
      return find()
    },
    judge: stored => ({ before: settingsOf(stored), after: wanted(stored) }),
    version: stored => ({ seen, stored: stored.version }),
    async write(after, stored) {
      await storeThem(after, stored)
      await keepVersion(tx, actor.accountId, stored.version + 1, {
        scope: versions,
        id,
        at: actor.at,
        userId: actor.user.uid,
        rules: after.rules,
        holdOut: after.hold_out,
      })
    },
    facts: async () => factsOf(settingsOf(await read())),
    read,
  })
}

/** Replaces the account's default of Defender's rules; rules that are left out are off. */
export const setForAccount = (
  tx: Tx,
  actor: Actor,
  accountId: number,
  { rules, version, hold_out: holdOut }: AccountDefenderChanges,
): Promise<Outcome<AccountDefender>> =>
  replaceSettings<AccountDefender>(
    tx,
    actor,
    {
      scope: 'defender_rules',
      noun: 'default of the Defender rules',
      versions: SETTING_SCOPES.account,
      id: accountId,
      hold: () => store.holdAccountDefender(tx, actor.accountId),
      find: async () => (accountId === actor.accountId ? store.findAccountDefender(tx, accountId) : undefined),
      wanted: stored => ({ rules: store.everyRule(rules), hold_out: holdOut ?? stored.hold_out }),
      store: (after, stored) =>
        store.storeAccountDefender(tx, accountId, after.rules, stored.rules, after.hold_out ?? stored.hold_out),
    },
    version,
  )

/** Replaces the settings that a project has of its own (api:P16); rules that are left out are set by the suppliers' levels. */
export const setForProject = (
  tx: Tx,
  actor: Actor,
  projectId: number,
  { rules, version, hold_out: holdOut }: ProjectDefenderChanges,
): Promise<Outcome<ProjectDefender>> =>
  replaceSettings<ProjectDefender>(
    tx,
    actor,
    {
      scope: 'project',
      noun: 'Defender settings of the project',
      versions: SETTING_SCOPES.project,
      id: projectId,
      hold: () => store.holdProject(tx, actor.accountId, projectId),
      find: () => store.findProjectDefender(tx, actor.accountId, projectId),
      wanted: stored => ({
        rules: inCatalogueOrder(rules),
        hold_out: holdOut === undefined ? stored.hold_out : holdOut,
      }),
      store: (after, stored) =>
        store.storeProjectDefender(tx, actor.accountId, projectId, after.rules, stored.rules, after.hold_out),
    },
    version,
  )

/** Replaces the settings that a survey has of its own (§2.44); rules that are left out are set by its project, and then by the suppliers' levels. */
export const setForSurvey = (
  tx: Tx,
  actor: Actor,
  surveyId: number,
  { rules, version }: DefenderChanges,
): Promise<Outcome<SurveyDefender>> =>
  replaceSettings<SurveyDefender>(
    tx,
    actor,
    {
      scope: 'survey',
      noun: 'Defender settings of the survey',
      versions: SETTING_SCOPES.survey,
      id: surveyId,
      hold: () => store.holdSurvey(tx, actor.accountId, surveyId),
      find: () => store.findSurveyDefender(tx, actor.accountId, surveyId),
      wanted: () => ({ rules: inCatalogueOrder(rules), hold_out: null }),
      store: (after, stored) => store.storeSurveyDefender(tx, actor.accountId, surveyId, after.rules, stored.rules),
    },
    version,
  )

/** The history's fields, one for each rule, and the hold-out. */
const factsOf = ({ rules, hold_out: holdOut }: Wanted): HistoryFacts => ({
  ...Object.fromEntries(rules.map(setting => [`defender_${setting.rule}`, settingText(setting)])),
  ...(holdOut === null ? {} : { defender_hold_out: holdOutText(holdOut) }),
})
