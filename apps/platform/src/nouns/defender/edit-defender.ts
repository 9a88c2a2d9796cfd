import { inCatalogueOrder, settingText, type RuleSetting } from '@desk/schema/defender/rules'
import type { AccountDefender, DefenderChanges, ProjectDefender } from '@desk/schema/defender/settings'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import * as store from './defender.store.ts'

/** Replaces the account's default of Defender's rules; rules that are left out are off. */
export function setForAccount(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { rules, version }: DefenderChanges,
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
    judge: stored => ({ before: stored.rules, after: store.everyRule(rules) }),
    version: stored => ({ seen: version, stored: stored.version }),
    write: (after, stored) => store.storeAccountDefender(tx, accountId, after, stored.rules),
    facts: async () => factsOf((await read()).rules),
    read,
  })
}

/** Replaces the settings that a project has of its own (api:P16); rules that are left out are set by the suppliers' levels. */
export function setForProject(
  tx: Tx,
  actor: Actor,
  projectId: number,
  { rules, version }: DefenderChanges,
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
    judge: stored => ({ before: stored.rules, after: inCatalogueOrder(rules) }),
    version: stored => ({ seen: version, stored: stored.version }),
    write: (after, stored) => store.storeProjectDefender(tx, accountId, projectId, after, stored.rules),
    facts: async () => factsOf((await read()).rules),
    read,
  })
}

/** The history's fields, one for each rule. */
const factsOf = (rules: readonly RuleSetting[]): HistoryFacts =>
  Object.fromEntries(rules.map(setting => [`defender_${setting.rule}`, settingText(setting)]))
