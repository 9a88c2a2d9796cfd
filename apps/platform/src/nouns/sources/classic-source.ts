import type { Caller } from '@desk/api/authorization'
import type { ClassicChanges, ClassicForm, ClassicSource, NewClassicSource } from '@desk/schema/sources/classic-source'
import type { Source } from '@desk/schema/sources/source'
import type { SupplierRedirect } from '@desk/schema/suppliers/supplier'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { Detail } from '#kernel/http/refusal'
import { hasStudy } from '../studies/studies.store.ts'
import { inOrder } from '../suppliers/redirects-in-order.ts'
import type { EndedAbove } from './ended-above.ts'
import { editForm, faultsOf, makeSource, openSource, readDetail } from './save-source.ts'
import { holdSuppliers, replaceSuppliers } from './source-suppliers.store.ts'

interface SellerRow {
  readonly supplierId: number | null
  readonly name: string | null
  readonly redirects: readonly SupplierRedirect[]
  readonly supplierRedirects: readonly SupplierRedirect[]
  readonly testToken: string
}

async function findSeller(tx: Tx, accountId: number, sourceId: number): Promise<SellerRow | undefined> {
  const { rows } = await sql<SellerRow>`
    select k.supplier_id as "supplierId", k.name, s.test_token as "testToken",
      coalesce((select jsonb_agg(jsonb_build_object('type', r.type, 'url', r.url)) from source_redirect r where r.account_id = s.account_id and r.source_id = s.source_id), '[]') as redirects,
      coalesce((select jsonb_agg(jsonb_build_object('type', r.type, 'url', r.url)) from supplier_redirect r where r.account_id = s.account_id and r.supplier_id = k.supplier_id), '[]') as "supplierRedirects"
    from source s
    left join lateral (select * from source_supplier x where x.account_id = s.account_id and x.source_id = s.source_id order by x.supplier_id limit 1) x on true
    left join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId} and s.type = 'classic'`.execute(tx)
  return rows[0]
}

/**
 * A classic source with its supplier and redirects (api:U6, U7).
 * @param testUid the token of the test link, if given; with any other token the source is not found
 */
export async function readClassic(
  tx: Tx,
  caller: Caller,
  sourceId: number,
  testUid: string | undefined,
  at: Date,
): Promise<ClassicSource | undefined> {
  const seller = await findSeller(tx, caller.accountId, sourceId)
  if (!seller || (testUid !== undefined && testUid !== seller.testToken)) return undefined
  const source = await readDetail(tx, caller, sourceId, at)
  return source && withSeller(source, seller)
}

function withSeller(
  source: Source,
  { supplierId, name, redirects, supplierRedirects, testToken }: SellerRow,
): ClassicSource {
  return {
    ...source,
    pm_sup_ud: supplierId,
    supplier: name,
    redirects: inOrder(redirects),
    supplier_redirects: inOrder(supplierRedirects),
    tst: testToken,
  }
}

/** Makes a classic source with its supplier and redirects (api:U4). */
export async function createClassic(
  tx: Tx,
  actor: Actor,
  { pm_sy_ud: surveyId, pm_sup_ud: supplierId, redirects = [], ...form }: NewClassicSource,
): Promise<Outcome<ClassicSource, ClassicSource | EndedAbove>> {
  if (!(await hasStudy(tx, actor.accountId, 'survey', surveyId))) return { kind: 'missing' }
  const details = await unknownSupplier(tx, actor, supplierId)
  if (details.length > 0) return { kind: 'faulty', details }
  const writeBeside = (id: number) => writeSeller(tx, actor.accountId, id, supplierId, inOrder(redirects))
  return asClassic(tx, actor, await makeSource(tx, actor, { surveyId, type: 'classic', form, writeBeside }))
}

/** Changes a classic source (api:U5). */
export async function editClassic(
  tx: Tx,
  actor: Actor,
  id: number,
  testUid: string | undefined,
  changes: ClassicChanges,
): Promise<Outcome<ClassicSource, ClassicSource | EndedAbove>> {
  const { version, status_version: seenStatusVersion, pm_sup_ud: supplierId, redirects, ...form } = changes
  const source = await openSource(tx, actor.accountId, id)
  const seller = source && (await findSeller(tx, actor.accountId, id))
  if (!source || !seller || (testUid !== undefined && testUid !== seller.testToken)) return { kind: 'missing' }
  const isKept = supplierId === seller.supplierId
  const details = [
    ...(await faultsOf(tx, actor, 'classic', form, source.columns)),
    ...(isKept ? [] : await unknownSupplier(tx, actor, supplierId)),
  ]
  if (details.length > 0) return { kind: 'faulty', details }
  const before = { supplierId: seller.supplierId, redirects: inOrder(seller.redirects) }
  const after = { supplierId, redirects: redirects === undefined ? before.redirects : inOrder(redirects) }
  const beside = {
    before,
    after,
    write: () => writeSeller(tx, actor.accountId, id, after.supplierId, after.redirects),
  }
  return asClassic(
    tx,
    actor,
    await editForm(tx, actor, source, { form, seenVersion: version, seenStatusVersion, beside }),
  )
}

async function unknownSupplier(
  tx: Tx,
  { accountId }: Caller,
  supplierId: ClassicForm['pm_sup_ud'],
): Promise<readonly Detail[]> {
  const known = await holdSuppliers(tx, accountId, [supplierId])
  return known.has(supplierId) ? [] : [{ path: ['pm_sup_ud'], message: 'Supplier is not in the list' }]
}

async function writeSeller(
  tx: Tx,
  accountId: number,
  sourceId: number,
  supplierId: number,
  redirects: readonly SupplierRedirect[],
): Promise<void> {
  await replaceSuppliers(tx, accountId, sourceId, [{ supplierId, allocationPercent: 100, priceCents: null }])
  await sql`delete from source_redirect where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
  await sql`
    insert into source_redirect (account_id, source_id, type, url)
    select ${accountId}, ${sourceId}, type, url from jsonb_to_recordset(${JSON.stringify(redirects)}::jsonb) as i (type text, url text)`.execute(
    tx,
  )
}

async function asClassic(
  tx: Tx,
  { accountId }: Caller,
  outcome: Outcome<Source, Source | EndedAbove>,
): Promise<Outcome<ClassicSource, ClassicSource | EndedAbove>> {
  const classic = async (source: Source): Promise<ClassicSource> =>
    withSeller(source, requireFound(await findSeller(tx, accountId, source.stmid), 'classic source'))
  if (outcome.kind === 'done') return { kind: 'done', answer: await classic(outcome.answer) }
  if (outcome.kind !== 'refused') return outcome
  const { current } = outcome
  return { ...outcome, current: 'stmid' in current ? await classic(current) : current }
}
