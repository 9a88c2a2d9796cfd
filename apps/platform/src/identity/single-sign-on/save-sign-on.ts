import type { SignOn, SignOnForm } from '@desk/schema/single-sign-on/sign-on'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { endPasswordSessions } from '../sessions/password-closed.store.ts'
import { readCertificates } from './certificates.ts'
import { issuerFault, ssoUrlFault } from './issuer-fault.ts'
import * as store from './sign-on.store.ts'

const placeOf = ({ accountId }: Actor) => ({ scope: 'single_sign_on' as const, id: accountId, noun: 'single sign-on' })

const reread = async (tx: Tx, { accountId }: Actor): Promise<store.StoredSignOn> =>
  requireFound(await store.findSignOn(tx, accountId), 'single sign-on')

/** Changes the single sign-on of the caller's account. @param networks networks of the installation's own that may be reached */
export function changeSignOn(
  tx: Tx,
  actor: Actor,
  { version, ...sent }: SignOnForm & { readonly version: number },
  networks: readonly string[],
): Promise<Outcome<SignOn, SignOn | null>> {
  const { accountId } = actor
  const form = trimmed(sent)
  return edit<{ readonly before: store.StoredSignOn | null }, SignOnForm, SignOn, SignOn | null>(tx, actor, {
    ...placeOf(actor),
    lock: async () => ({ before: await store.lockSignOn(tx, accountId) }),
    judge: async ({ before }) =>
      refusedFor(await faultsOf(tx, actor, form, before, networks)) ?? {
        before: before === null ? null : formOf(before),
        after: form,
      },
    version: ({ before }) => ({ seen: version, stored: before?.version ?? 0 }),
    async write(after, { before }) {
      await store.saveSignOn(tx, accountId, after, before !== null && isSameProvider(before, after))
      if (!after.only || before?.only === true) return
      const ended = await endPasswordSessions(tx, accountId, actor.sessionId, actor.at)
      if (ended > 0) await auditPasswordSessions(tx, actor, ended)
    },
    changed: async ({ before }) => ({
      before: before === null ? {} : factsOf(before),
      after: factsOf(await reread(tx, actor)),
    }),
    read: async () => store.signOnOf(await reread(tx, actor)),
    current: async () => {
      const stored = await store.findSignOn(tx, accountId)
      return stored === undefined ? null : store.signOnOf(stored)
    },
  })
}

/** Sets the client's secret, or takes it away. */
export function setSecret(tx: Tx, actor: Actor, sealed: Buffer | null): Promise<Outcome<SignOn>> {
  const { accountId } = actor
  return edit<store.StoredSignOn, string, SignOn>(tx, actor, {
    ...placeOf(actor),
    lock: async () => (await store.lockSignOn(tx, accountId)) ?? undefined,
    judge: ({ secret }) => ({
      before: secret === null ? 'none' : 'set',
      after: sealed === null ? 'none' : 'set again',
    }),
    write: () => store.saveSecret(tx, accountId, sealed),
    changed: () => ({ before: {}, after: { client_secret: sealed === null ? 'taken away' : 'set' } }),
    read: async () => store.signOnOf(await reread(tx, actor)),
  })
}

const auditPasswordSessions = (tx: Tx, actor: Actor, ended: number): Promise<void> =>
  recordAudit(tx, {
    accountId: actor.accountId,
    userId: actor.user.uid,
    at: actor.at,
    origin: originOf(actor),
    act: 'sessions_ended',
    scope: 'session',
    objectId: null,
    changes: [{ field: 'open_sessions', from: null, to: `${ended} that began by a password ended` }],
  })

/** Certificates in one form, whatever they were pasted as; text that holds none stays. */
function pemOf(text: string): string {
  const certificates = readCertificates(text)
  return typeof certificates === 'string' ? text : certificates.map(({ pem }) => pem).join('')
}

const isSameProvider = (before: store.StoredSignOn, { kind, issuer, client_id }: SignOnForm): boolean =>
  before.kind === kind && before.issuer === issuer && before.client_id === client_id

function trimmed(form: SignOnForm): SignOnForm {
  return {
    ...form,
    issuer: form.issuer.trim(),
    client_id: form.kind === 'saml' ? '' : form.client_id.trim(),
    sso_url: form.kind === 'saml' ? (form.sso_url ?? '').trim() : '',
    certificates: form.kind === 'saml' ? pemOf(form.certificates ?? '') : '',
    domains: form.domains.toSorted(),
    only: form.only,
  }
}

function formOf({
  accountId: _id,
  secret: _secret,
  provedAt: _at,
  version: _version,
  ...form
}: store.StoredSignOn): SignOnForm {
  return form
}

function factsOf(stored: store.StoredSignOn): HistoryFacts {
  const { new_users_role, domains, certificates, ...form } = formOf(stored)
  const certified =
    certificates === ''
      ? null
      : store
          .signOnOf(stored)
          .certified.map(({ subject, valid_until }) => `${subject}, until ${valid_until.slice(0, 10)}`)
  return {
    ...form,
    sso_url: form.sso_url === '' ? null : (form.sso_url ?? null),
    certificates: certified,
    domains,
    new_users_role: new_users_role === ROLE_IDS.admin ? 'Admin' : 'User',
  }
}

/** The faults by the account's other settings, other accounts and this installation. */
async function faultsOf(
  tx: Tx,
  { accountId, user }: Actor,
  form: SignOnForm,
  before: store.StoredSignOn | null,
  networks: readonly string[],
): Promise<readonly Detail[]> {
  const faults: Detail[] = []
  const at = (path: string, message: string) => faults.push({ path: [path], message })
  const isMoved = before === null || !isSameProvider(before, form)
  const isKnown = before?.kind === form.kind
  if (form.kind === 'oidc') {
    const issuer = issuerFault(form.issuer, networks)
    if (issuer !== null && !(isKnown && form.issuer === before.issuer)) at('issuer', issuer)
    if (form.client_id === '') at('client_id', 'Client ID is required')
  } else {
    const ssoUrl = ssoUrlFault(form.sso_url ?? '', networks)
    if (ssoUrl !== null) at('sso_url', ssoUrl)
    const certificates = readCertificates(form.certificates ?? '')
    if (typeof certificates === 'string') at('certificates', certificates)
  }
  if (form.is_on && form.domains.length === 0) at('domains', 'Claim at least one mail domain before it is switched on')
  const added = form.domains.filter(domain => before?.domains.includes(domain) !== true)
  const [claimed] = await store.claimedElsewhere(tx, accountId, added)
  if (claimed !== undefined) at('domains', `${claimed} is claimed by another account`)
  const [used] = user.is_super_admin || claimed !== undefined ? [] : await store.usedElsewhere(tx, accountId, added)
  if (used !== undefined)
    at('domains', `Users of another account have addresses at ${used}: a super admin may claim it`)
  if (before?.only === true && form.only && isMoved)
    at('only', 'Switch this off before you change the provider: no user has signed on through the new one')
  else if (form.only && !form.is_on) at('only', 'Switch single sign-on on first')
  else if (form.only && before?.only !== true && (isMoved || before.provedAt === null))
    at('only', 'Sign on once by single sign-on first: otherwise this would lock out every user')
  return faults
}
