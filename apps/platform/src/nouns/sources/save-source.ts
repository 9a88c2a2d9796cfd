import { centsOf } from '@desk/schema/accounts/currency'
import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import type { Caller } from '@desk/api/authorization'
import { liveBlocks } from '@desk/machines/status/judge'
import { may, refusalOf } from '@desk/schema/permissions/permissions'
import { SOURCE_ON_WIRE, type Source, type SourceType } from '@desk/schema/sources/source'
import { sourceForm, SourceForm, type SourceChanges } from '@desk/schema/sources/source-form'
import { sourceWarnings } from '@desk/schema/sources/source-warnings'
import { idlePrice } from '@desk/schema/sources/own-prices'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { Schema } from 'effect'
import { randomBytes } from 'node:crypto'
import { editorView } from '#identity/accounts/supply-side'
import type { Tx } from '#kernel/db/tx'
import { edit, make, type Actor } from '#kernel/edits/edit'
import { faultsIn, refusedFor, stale, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { Detail } from '#kernel/http/refusal'
import { toView } from '#ledger/figures/view'
import { changeStatus } from '#statuses/change-status'
import { allowedOf, statusFacts } from '#statuses/status-row'
import { findStatus, findStatusAt } from '#statuses/statuses.store'
import { unknownChoices } from '../lookups/known-choices.ts'
import { refuseEnded, type EndedAbove } from './ended-above.ts'
import { factsOf } from './source-facts.ts'
import {
  findSource,
  findSurveyPlace,
  insertSources,
  lockSource,
  updateSource,
  type LockedSource,
  type SourceColumns,
} from './sources.store.ts'
import { holdTable, holdTableOf, tellTable } from './table-moved.ts'

/** The most sources that a source table shows at once. */
export const SOURCES_MAX = 1_000

const timeOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

/** One source with what its status menu allows (api:T10), in the view of the caller's editors. */
export async function readDetail(tx: Tx, caller: Caller, sourceId: number, at: Date): Promise<Source | undefined> {
  const source = await findSource(tx, caller.accountId, sourceId)
  const status = await findStatus(tx, caller.accountId, 'source', sourceId)
  if (!source || !status) return undefined
  const { boost_step, boost_cap, boost_minutes, warned, ...rest } = source
  const view = editorView(caller)
  return toView(
    {
      ...rest,
      ...(may(caller.user, 'boost sources') ? { boost_step, boost_cap, boost_minutes } : {}),
      allowed: allowedOf('source', status, at),
      live_blocks: liveBlocks(statusFacts('source', status, at)),
      warnings: sourceWarnings({
        isLive: source.statusid === STATUS_CODES.live,
        target: source.respondents,
        completes: source.completes,
        endMs: timeOf(source.out_of_field_date),
        surveyEndMs: timeOf(source.survey_out_of_field_date),
        ...(view === 'internal' ? warned : { sellPrice: null, supplyPrice: null, suppliers: [] }),
      }),
    },
    view,
  )
}

export async function storedDetail(tx: Tx, actor: Actor, sourceId: number): Promise<Source> {
  return requireFound(await readDetail(tx, actor, sourceId, actor.at), 'source')
}

/** Locks a source and its table for an edit; undefined when the account has no such source. */
export async function openSource(tx: Tx, accountId: number, sourceId: number): Promise<LockedSource | undefined> {
  return (await holdTableOf(tx, accountId, sourceId)) ? lockSource(tx, accountId, sourceId) : undefined
}

export const newTestToken = (): string => randomBytes(18).toString('base64url')

/** The data of a new source. */
export interface SourceMaking {
  readonly surveyId: number
  readonly type: SourceType
  readonly form: SourceForm
  /** Stores its other data before its history begins. */
  readonly writeBeside?: (sourceId: number) => Promise<void>
  /** Stores parts with a history of their own before the launch; a fault undoes the source as well. */
  readonly writeParts?: (sourceId: number) => Promise<readonly Detail[]>
}

/** Creates a draft source in a survey that has not ended, and launches it when its form says so. */
export async function makeSource(
  tx: Tx,
  actor: Actor,
  { surveyId, type, form, writeBeside, writeParts }: SourceMaking,
): Promise<Outcome<Source, Source | EndedAbove>> {
  const { accountId, user, at } = actor
  const made = await make<SurveyPlace, number, EndedAbove>(tx, actor, {
    scope: 'source',
    lock: async () =>
      (await holdTable(tx, accountId, surveyId)) ? findSurveyPlace(tx, accountId, surveyId) : undefined,
    judge: async place =>
      refusedFor([
        ...(await faultsOf(tx, actor, type, form)),
        ...newStatusFaults(form),
        ...(place.sources >= SOURCES_MAX
          ? [{ path: ['pm_sy_ud'], message: `A survey has at most ${SOURCES_MAX} sources` }]
          : []),
      ]) ?? refuseEnded(tx, accountId, { surveyId, projectId: place.projectId }),
    async write(place) {
      const columns = columnsOf(form, {
        keptPriceCents: editorView(actor) === 'internal' ? undefined : null,
        zoneCode: place.zoneCode,
        holdPlaces: HOLD_PLACES.none.code,
      })
      const row = {
        surveyId,
        projectId: place.projectId,
        type,
        columns,
        testToken: newTestToken(),
        userId: user.uid,
        at,
      }
      const id = requireFound((await insertSources(tx, accountId, [row]))[0], 'source')
      await writeBeside?.(id)
      return id
    },
    facts: id => factsOf(tx, accountId, id),
    tell: () => tellTable(tx, accountId, surveyId, 'all'),
    parts: async id => refusedFor((await writeParts?.(id)) ?? []),
    read: id => id,
  })
  if (made.kind !== 'done') return made
  return inStatus(tx, actor, { sourceId: made.answer, status: STATUS_CODES.draft, statusVersion: 1 }, form)
}

type SurveyPlace = NonNullable<Awaited<ReturnType<typeof findSurveyPlace>>>

function newStatusFaults({ statusid: status }: SourceForm): readonly Detail[] {
  return status === STATUS_CODES.draft || status === STATUS_CODES.live
    ? []
    : [{ path: [SOURCE_ON_WIRE.statusid], message: 'A new source is a draft or live' }]
}

/**
 * Changes a source (api:T9): the whole form, unless the editor's version is stale, and the status if the form's differs from the
 * one that the editor saw.
 */
export async function editSource(
  tx: Tx,
  actor: Actor,
  { stmid: id, version, status_version: seenStatusVersion, ...form }: SourceChanges,
): Promise<Outcome<Source>> {
  const source = await openSource(tx, actor.accountId, id)
  if (!source) return { kind: 'missing' }
  const details = await faultsOf(tx, actor, source.place.type, form, source.columns)
  if (details.length > 0) return { kind: 'faulty', details }
  return editForm(tx, actor, source, { form, seenVersion: version, seenStatusVersion })
}

/**
 * Stores the checked form of a locked source and changes the status as the form asks. If another user changed the
 * status in between, it stays when the form asked for no change; otherwise nothing of the form is stored.
 */
export async function editForm(
  tx: Tx,
  actor: Actor,
  source: LockedSource,
  { seenStatusVersion, ...edit }: FieldsEdit & { readonly seenStatusVersion: number | undefined },
): Promise<Outcome<Source>> {
  const { sourceId: id, status, statusVersion } = source.place
  const { statusid: wanted } = edit.form
  const isStale = seenStatusVersion !== undefined && seenStatusVersion !== statusVersion && wanted !== status
  if (
    isStale &&
    (await findStatusAt(tx, actor.accountId, { scope: 'source', id, version: seenStatusVersion })) !== wanted
  )
    return stale('status', await storedDetail(tx, actor, id))
  const outcome = await editFields(tx, actor, source, edit)
  return outcome.kind === 'done' && !isStale ? inStatus(tx, actor, source.place, edit.form) : outcome
}

export interface FieldsEdit {
  readonly form: SourceForm
  readonly seenVersion: number | undefined
  /** Data edited together with the fields, as stored and as new. */
  readonly beside?: { readonly before: unknown; readonly after: unknown; readonly write: () => Promise<void> }
}

/** Stores the checked fields of a locked source. */
function editFields(
  tx: Tx,
  actor: Actor,
  source: LockedSource,
  { form, seenVersion, beside }: FieldsEdit,
): Promise<Outcome<Source>> {
  const { accountId } = actor
  const { columns: before, place } = source
  const { sourceId: id, surveyId } = place
  const after = columnsOf(form, {
    keptPriceCents: editorView(actor) === 'internal' ? undefined : before.supplyPriceCents,
    zoneCode: before.outOfFieldZoneCode,
    holdPlaces: before.holdPlaces,
  })
  return edit(tx, actor, {
    scope: 'source',
    id,
    lock: () => Promise.resolve(source),
    judge: () => ({ before: [before, beside?.before], after: [after, beside?.after] }),
    version: () => ({ seen: seenVersion, stored: place.editVersion }),
    // the form requires a first price, and that of a classic source stores its supplier as well, without a price
    judgeChange: () =>
      refusedFor(
        idlePrice({
          before: before.supplyPriceCents,
          after: after.supplyPriceCents,
          isIdle: beside === undefined && before.supplyPriceCents !== null && place.hasOnlyOwnPrices,
        }),
      ),
    async write() {
      await updateSource(tx, accountId, id, after)
      await beside?.write()
    },
    facts: () => factsOf(tx, accountId, id),
    tell: () => tellTable(tx, accountId, surveyId, before.target === after.target ? [id] : 'all'),
    read: () => storedDetail(tx, actor, id),
  })
}

interface StatusPlace {
  readonly sourceId: number
  readonly status: StatusCode
  readonly statusVersion: number
}

/**
 * Changes a saved source to its form's status, judged by the shared status machine. If that is blocked, the saved fields stay,
 * and the answer says why.
 */
async function inStatus(
  tx: Tx,
  actor: Actor,
  { sourceId: id, status, statusVersion }: StatusPlace,
  { statusid: wanted }: SourceForm,
): Promise<Outcome<Source>> {
  if (wanted === status) return { kind: 'done', answer: await storedDetail(tx, actor, id) }
  const asked = { scope: 'source', id, statusid: wanted as StatusCode, version: statusVersion } as const // the form's schema takes the codes of statuses alone
  const changed = await changeStatus(tx, actor, asked)
  const now = await storedDetail(tx, actor, id)
  if (changed.kind === 'refused') return { ...changed, current: now }
  return changed.kind === 'done' ? { kind: 'done', answer: now } : changed
}

const formOnWire = Schema.encodeSync(SourceForm)

/** The faults of a form by type, view and lists; its single fields are already checked (§5.18, §5.19). */
export async function faultsOf(
  tx: Tx,
  { accountId, view, user }: Caller,
  type: SourceType,
  form: SourceForm,
  stored?: SourceColumns,
): Promise<readonly Detail[]> {
  const given = Object.fromEntries(Object.entries(formOnWire(form)).filter(([, value]) => value !== null))
  const details = faultsIn(
    sourceForm({ type, clickBalancing: form.click_balancing ?? false, seesSupplyPrice: view === 'internal' }),
    given,
  )
  if (details.length > 0) return details
  const refusal = stored?.clickBalancing === true ? null : refusalOf(user, 'balance clicks')
  if (refusal !== null && form.click_balancing === true) return [{ path: ['click_balancing'], message: refusal }]
  return unknownChoices(tx, accountId, [
    { field: 'country_id', label: 'Country', list: 'country', id: form.country_id ?? null, stored: stored?.countryId },
    {
      field: 'out_of_field_time_zone_code',
      label: 'Timezone',
      list: 'timeZone',
      id: form.out_of_field_time_zone_code ?? null,
      stored: stored?.outOfFieldZoneCode,
    },
  ])
}

interface Kept {
  /** The stored price, if the caller may not see it, whatever the form says; undefined: the form's counts. */
  readonly keptPriceCents: number | null | undefined
  readonly zoneCode: number
  /** The stored value stays if the form names none. */
  readonly holdPlaces: number
}

function columnsOf(form: SourceForm, { keptPriceCents, zoneCode, holdPlaces }: Kept): SourceColumns {
  const priceCents = centsOf(form.supplier_cpi)
  return {
    name: form.name.trim(),
    target: form.respondents,
    supplyPriceCents: keptPriceCents === undefined ? priceCents : keptPriceCents,
    calculationType: form.calculation_type_code_ud ?? 1,
    clickBalancing: form.click_balancing ?? false,
    pacing: form.pacing ?? 1,
    holdPlaces: form.hold_places ?? holdPlaces,
    countryId: form.country_id ?? null,
    outOfFieldAt: form.out_of_field_date == null ? null : new Date(form.out_of_field_date),
    outOfFieldZoneCode: form.out_of_field_time_zone_code ?? zoneCode,
  }
}
