import { ALERT_KIND_IDS, ALERT_KINDS, THRESHOLD_KINDS, type AlertKind } from '@desk/schema/alerts/alert-kinds'
import {
  ALERT_RULES_MAX,
  type AlertRule,
  type AlertRuleChanges,
  type AlertRuleForm,
  type AlertThresholds,
  type NewAlertRule,
} from '@desk/schema/alerts/alert-rule'
import { may } from '@desk/schema/permissions/permissions'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import * as store from './rules.store.ts'

/** Whose rules the actor handles. */
const readerOf = ({ accountId, user }: Pick<Actor, 'accountId' | 'user'>): store.RuleReader => ({
  accountId,
  userId: user.uid,
  ofAccount: may(user, 'manage alert rules'),
})

const reread = async (tx: Tx, actor: Actor, id: number): Promise<AlertRule> =>
  requireFound(await store.findRule(tx, readerOf(actor), id), 'alert rule')

/** Makes a rule: the actor's own, or one of the account. */
export function createRule(tx: Tx, actor: Actor, { own, ...form }: NewAlertRule): Promise<Outcome<AlertRule, null>> {
  const { accountId, at, user } = actor
  const userId = own ? user.uid : null
  return make<true, AlertRule, null>(tx, actor, {
    scope: 'alert_rule',
    lock: inAccount,
    judge: async () =>
      (await store.countRules(tx, accountId, userId)) >= ALERT_RULES_MAX
        ? {
            kind: 'refused',
            reason: 'too_many',
            message: `There are ${ALERT_RULES_MAX} rules already: delete one that is no longer used.`,
            current: null,
          }
        : refusedFor(await faultsOf(tx, actor, form, own)),
    write: () => store.insertRule(tx, accountId, userId, fieldsOf(form, own), { at, userId: user.uid }),
    facts: async id => factsOf(await reread(tx, actor, id)),
    read: id => reread(tx, actor, id),
  })
}

/** Changes a rule that the actor handles. */
export function changeRule(tx: Tx, actor: Actor, id: number, changes: AlertRuleChanges): Promise<Outcome<AlertRule>> {
  return edit<AlertRule, store.RuleFields, AlertRule, AlertRule>(tx, actor, {
    scope: 'alert_rule',
    noun: 'rule',
    id,
    lock: () => store.lockRule(tx, readerOf(actor), id),
    judge: async stored =>
      refusedFor(await faultsOf(tx, actor, changes, stored.own, stored)) ?? {
        before: fieldsOf(stored, stored.own),
        after: fieldsOf(changes, stored.own),
      },
    version: stored => ({ seen: changes.version, stored: stored.version }),
    write: after => store.updateRule(tx, id, after),
    facts: async () => factsOf(await reread(tx, actor, id)),
    read: () => reread(tx, actor, id),
  })
}

/** Deletes a rule; its open alerts end. */
export function removeRule(tx: Tx, actor: Actor, id: number): Promise<Outcome<null>> {
  return remove<AlertRule, null>(tx, actor, {
    scope: 'alert_rule',
    id,
    lock: () => store.lockRule(tx, readerOf(actor), id),
    facts: factsOf,
    write: () => store.deleteRule(tx, id),
  })
}

/** The stored part of a form; thresholds of kinds that the rule does not have are left out. */
function fieldsOf(of: AlertRuleForm | AlertRule, own: boolean): store.RuleFields {
  const { name, kinds, scope, project_id: projectId = null, bell, digest, channel_ids: channels = [], is_on } = of
  const chosen = new Set<AlertKind>(kinds)
  const thresholds: AlertThresholds = Object.fromEntries(
    THRESHOLD_KINDS.filter(kind => chosen.has(kind)).map(kind => [
      kind,
      of[kind] ?? ALERT_KINDS[kind].threshold.default,
    ]),
  )
  return {
    name: name.trim(),
    // in the catalogue's order, each once
    kinds: ALERT_KIND_IDS.filter(kind => chosen.has(kind)),
    thresholds,
    scope,
    projectId: scope === 'project' ? projectId : null,
    bell: own ? 'me' : (bell ?? 'managers_and_admins'),
    digest,
    channelIds: own ? [] : [...new Set(channels)].toSorted((a, b) => a - b),
    isOn: is_on,
  }
}

/** Faults that only the platform knows: the projects and channels of the account. Stored ones are not judged again. */
async function faultsOf(
  tx: Tx,
  { accountId }: Actor,
  form: AlertRuleForm,
  own: boolean,
  stored?: AlertRule,
): Promise<readonly Detail[]> {
  const { scope, projectId, channelIds } = fieldsOf(form, own)
  const faults: Detail[] = []
  if (scope === 'mine' && !own)
    faults.push({ path: ['scope'], message: 'Only a rule of one’s own is of one’s own projects' })
  const isAsBefore = projectId !== null && projectId === stored?.project_id
  if (scope === 'project' && !isAsBefore && (projectId === null || !(await store.hasProject(tx, accountId, projectId))))
    faults.push({ path: ['project_id'], message: 'Project ID must be that of a project of this account' })
  if (channelIds.length > 0) {
    const present = await store.channelsAmong(tx, accountId, channelIds)
    if (present.length < channelIds.length)
      faults.push({ path: ['channel_ids'], message: 'Channels must be those of this account' })
  }
  return faults
}

function factsOf(rule: AlertRule): HistoryFacts {
  const { name, kinds, scope, project_id, project_name, bell, digest, channel_ids, is_on, own } = rule
  return {
    name,
    own,
    kinds: kinds.map(kind => ALERT_KINDS[kind].label),
    ...Object.fromEntries(THRESHOLD_KINDS.map(kind => [kind, rule[kind]])),
    scope: scope === 'project' ? `project ${project_name ?? ''} (${project_id})` : scope,
    bell,
    digest,
    channel_ids: [...channel_ids],
    is_on,
  }
}
