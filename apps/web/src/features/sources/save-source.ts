import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { BuyerRate, AllocationChanges } from '@desk/schema/sources/source-suppliers'
import type { QualsQuotasInput } from '@desk/schema/sources/quals-quotas'
import { Source, SOURCE_ON_WIRE, type SourceType } from '@desk/schema/sources/source'
import type { SourceFormOnWire } from '@desk/schema/sources/source-form'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { Option, Schema } from 'effect'
import { ANALYTICS_EVENTS } from '#runtime/analytics.ts'
import { ApiError, isStale } from '#runtime/api/api-error.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import type { Desk } from '#runtime/desk.ts'
import type { SaveFacts } from '#kit/forms/form-runner.ts'
import { boostSent, type BoostGiven } from './boost-fields.ts'
import { versionOf, type SourceParts } from './source-plan.ts'

/** The result of a save. */
export interface SavedSource<Stored = Source> {
  readonly source: Stored
  /** Why it was saved and not launched; null: as it was asked for. */
  readonly blocked: string | null
  /** It was launched. */
  readonly isLaunched: boolean
}

export interface WantedParts {
  readonly surveyId: number
  readonly sourceId: number
  readonly seesSuppliers: boolean
  readonly seesSellPrice: boolean
  readonly signal?: AbortSignal
}

/** Reads all that the editor of a DIY or Lucid source shows (api:T3, T10, T11, T14). */
export async function readParts(
  api: ApiClient,
  { surveyId, sourceId, seesSuppliers, seesSellPrice, signal }: WantedParts,
): Promise<SourceParts> {
  const id = { params: { id: sourceId }, signal }
  const [source, suppliers, quotas, rate] = await Promise.all([
    api.call('sources.read', id),
    seesSuppliers ? api.call('sourceSuppliers.read', id) : null,
    api.call('sourceQuotas.read', { query: { stmid: sourceId }, signal }),
    seesSellPrice ? api.call('sourceSuppliers.buyerRate', { params: { id: surveyId }, signal }) : null,
  ])
  return { source, suppliers, quotas, rate }
}

/** Values that the form's schema has checked. */
type Judged = SourceFormOnWire &
  Pick<QualsQuotasInput, 'qualifications' | 'quota_groups'> &
  Partial<Pick<AllocationChanges, 'suppliers'>> & {
    readonly pm_sy_client_cpi?: number
    readonly alias?: string
    readonly auto_boost?: boolean
  } & BoostGiven

interface Versions {
  source?: number
  suppliers?: number
  quotas?: number
  rate?: number
}

/** The text of a part as it was saved last, so that only what changed is sent. */
interface Sent {
  suppliers: string
  quotas: string
  rate: string
  alias: string
}

function partTexts({
  suppliers = [],
  qualifications,
  quota_groups,
  pm_sy_client_cpi: rate,
  alias = '',
  auto_boost = false,
  ...others
}: Judged): Sent {
  return {
    suppliers: canonicalJson(suppliers),
    quotas: canonicalJson({ qualifications, quota_groups }),
    rate: canonicalJson(rate ?? null),
    alias: canonicalJson({ alias, auto_boost, ...boostSent(others) }),
  }
}

/** The base of a save. */
interface Basis {
  readonly source: Source | null
  readonly seen: Versions
  readonly sent: Sent
}

function basisOf(parts: SourceParts | null, rate: BuyerRate | null, judgedOf: SaverOptions['judgedOf']): Basis {
  // what the fields begin with has the shape that the schema judges, whether or not it would pass
  const sent = partTexts(judgedOf(parts) as unknown as Judged)
  if (parts === null) return { source: null, seen: rate === null ? {} : { rate: rate.version }, sent }
  const { source, suppliers, quotas, rate: own } = parts
  return {
    source,
    sent,
    seen: {
      source: source.version,
      quotas: quotas.version,
      ...(suppliers === null ? {} : { suppliers: suppliers.version }),
      ...(own === null ? {} : { rate: own.version }),
    },
  }
}

export interface SaverOptions {
  readonly type: Exclude<SourceType, 'classic'>
  readonly surveyId: number
  readonly seesSuppliers: boolean
  readonly seesSellPrice: boolean
  /** The source as it is edited; null: a new one. */
  readonly parts: SourceParts | null
  /** The sell price that a new source's form begins with. */
  readonly rate: BuyerRate | null
  /** The values of a form that shows these parts, as they are judged; null: of a new source's. */
  readonly judgedOf: (parts: SourceParts | null) => FormValues
}

const decodeSource = Schema.decodeUnknownOption(Source)
/** The source that a refusal shows; null: it shows another thing. */
const sourceIn = (current: unknown): Source | null => Option.getOrNull(decodeSource(current))

/** It was saved, and does not go live. */
export const isBlocked = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.status === 409 && !isStale(failure)

/**
 * The status that a save of a stored source requests: live, or the one seen, with its version, so that another user's
 * change survives.
 */
export const statusAsked = (
  isLaunch: boolean,
  { statusid, status_version }: Pick<Source, 'statusid' | 'status_version'>,
) =>
  isLaunch ? { [SOURCE_ON_WIRE.statusid]: STATUS_CODES.live } : { [SOURCE_ON_WIRE.statusid]: statusid, status_version }

const isRateFault = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.details.some(({ path }) => path[0] === 'pm_sy_client_cpi')

/**
 * Saves a DIY or Lucid source: a new one with all its parts at once (api:T8), a stored one part by part (api:T4, T9, T12, T15,
 * T20), only changed parts, and the form with its status after what a launch needs stored. Parts saved before a
 * failure are not sent again.
 */
export function sourceSaver(
  { api, track }: Pick<Desk, 'api' | 'track'>,
  { type, surveyId, seesSuppliers, seesSellPrice, parts, rate, judgedOf }: SaverOptions,
) {
  let { source, seen, sent } = basisOf(parts, rate, judgedOf)
  // the stored values that the latest save changed
  let before = parts === null ? null : judgedOf(parts)
  // laid open as a conflict: the save that comes with its version goes on from it
  let offered: (Basis & { readonly version: string; readonly before: FormValues }) | null = null
  const withVersion = (version: number | undefined) => (version === undefined ? {} : { version })

  async function saveParts(
    judged: Judged,
    sourceId: number,
    key: (part: string) => { 'idempotency-key': string },
  ): Promise<void> {
    const texts = partTexts(judged)
    const { suppliers, qualifications, quota_groups, pm_sy_client_cpi: price } = judged
    if (suppliers !== undefined && texts.suppliers !== sent.suppliers) {
      const saved = await api.call('sourceSuppliers.allocate', {
        params: { id: sourceId },
        headers: key('suppliers'),
        payload: { suppliers, ...withVersion(seen.suppliers) },
      })
      seen = { ...seen, suppliers: saved.version }
      sent = { ...sent, suppliers: texts.suppliers }
    }
    if (texts.quotas !== sent.quotas) {
      const saved = await api.call('sourceQuotas.replace', {
        headers: key('quotas'),
        payload: { stmid: sourceId, qualifications, quota_groups, ...withVersion(seen.quotas) },
      })
      seen = { ...seen, quotas: saved.version }
      sent = { ...sent, quotas: texts.quotas }
    }
    if (price !== undefined && texts.rate !== sent.rate) {
      const saved = await api.call('sourceSuppliers.setBuyerRate', {
        params: { id: surveyId },
        headers: key('rate'),
        payload: { pm_sy_client_cpi: price, ...withVersion(seen.rate) },
      })
      track(ANALYTICS_EVENTS.saveBuyPrice)
      seen = { ...seen, rate: saved.version }
      sent = { ...sent, rate: texts.rate }
    }
  }

  /** Alias and Auto-Boost, by the price that the form has just stored. */
  async function saveAlias(judged: Judged, stored: Source, headers: { 'idempotency-key': string }): Promise<Source> {
    const texts = partTexts(judged)
    if (texts.alias === sent.alias) return stored
    const { alias = '', auto_boost = false } = judged
    const saved = await api.call('sources.alias', {
      params: { id: stored.stmid },
      headers,
      payload: { alias: alias === '' ? null : alias, auto_boost, ...boostSent(judged), ...withVersion(seen.source) },
    })
    seen = { ...seen, source: saved.version }
    sent = { ...sent, alias: texts.alias }
    return saved
  }

  function formOf({
    suppliers: _suppliers,
    qualifications: _qualifications,
    quota_groups: _groups,
    pm_sy_client_cpi: _price,
    alias: _alias,
    auto_boost: _boost,
    boost_step: _step,
    boost_cap: _cap,
    boost_minutes: _minutes,
    ...form
  }: Judged): SourceFormOnWire {
    return form
  }

  /** Creates it with all its parts, or not at all (api:T8). */
  async function make(
    judged: Judged,
    isLaunch: boolean,
    key: (part: string) => { 'idempotency-key': string },
  ): Promise<SavedSource> {
    const texts = partTexts(judged)
    const { suppliers, qualifications, quota_groups, pm_sy_client_cpi: price, alias = '', auto_boost = false } = judged
    const setsRate = price !== undefined && texts.rate !== sent.rate
    const tellRate = (): void => void (setsRate && track(ANALYTICS_EVENTS.saveBuyPrice))
    const payload = {
      ...formOf(judged),
      [SOURCE_ON_WIRE.statusid]: isLaunch ? STATUS_CODES.live : STATUS_CODES.draft,
      pm_sy_ud: surveyId,
      type,
      qualifications,
      quota_groups,
      ...(suppliers === undefined ? {} : { suppliers }),
      ...(setsRate
        ? { pm_sy_client_cpi: price, ...(seen.rate === undefined ? {} : { survey_version: seen.rate }) }
        : {}),
      ...(texts.alias === sent.alias ? {} : { alias: alias === '' ? null : alias, auto_boost, ...boostSent(judged) }),
    }
    try {
      const made = await api.call('sources.create', { headers: key('source'), payload })
      tellRate()
      return { source: made, blocked: null, isLaunched: isLaunch }
    } catch (failure) {
      const kept = isBlocked(failure) ? sourceIn(failure.current) : null
      if (isBlocked(failure) && kept !== null) {
        tellRate()
        return { source: kept, blocked: failure.message, isLaunched: false }
      }
      // shown under its field with the present rate: the next save is over that
      if (isRateFault(failure))
        seen = {
          ...seen,
          rate: (await api.call('sourceSuppliers.buyerRate', { params: { id: surveyId } })).version,
        }
      throw failure
    }
  }

  async function saveAll(
    judged: Judged,
    isLaunch: boolean,
    key: (part: string) => { 'idempotency-key': string },
    isUndo = false,
  ): Promise<SavedSource> {
    if (source === null) return make(judged, isLaunch, key)
    const form = formOf(judged)
    const { stmid } = source
    // the supply price goes back while a supplier is still paid it
    if (!isUndo) await saveParts(judged, stmid, key)
    try {
      source = await api.call('sources.update', {
        headers: key('form'),
        payload: { ...form, ...statusAsked(isLaunch, source), stmid, ...withVersion(seen.source) },
      })
      seen = { ...seen, source: source.version }
    } catch (failure) {
      if (!isBlocked(failure)) throw failure
      const kept = sourceIn(failure.current) ?? source
      seen = { ...seen, source: kept.version }
      return { source: await saveAlias(judged, kept, key('alias')), blocked: failure.message, isLaunched: false }
    }
    if (isUndo) await saveParts(judged, stmid, key)
    source = await saveAlias(judged, source, key('alias'))
    return { source, blocked: null, isLaunched: isLaunch }
  }

  const keyOf = (idempotencyKey: string) => (part: string) => ({ 'idempotency-key': `${idempotencyKey}.${part}` })

  return {
    /** Performs one save. @throws ApiError; that of a stale part has all parts, as they are now, as its `current` */
    async save(wire: FormValues, isLaunch: boolean, { version, idempotencyKey }: SaveFacts): Promise<SavedSource> {
      if (offered !== null && offered.version === version) ({ source, seen, sent, before } = offered)
      offered = null
      try {
        return await saveAll(wire as unknown as Judged, isLaunch, keyOf(idempotencyKey))
      } catch (failure) {
        if (!isStale(failure) || source === null) throw failure
        const current = await readParts(api, { surveyId, sourceId: source.stmid, seesSuppliers, seesSellPrice })
        offered = { ...basisOf(current, null, judgedOf), version: versionOf(current), before: judgedOf(current) }
        throw new ApiError({
          status: 409,
          reason: 'stale_version',
          message: 'The source has changed in the meantime.',
          current,
        })
      }
    },
    /**
     * Gives what stores again the values before the latest save, while the status stays as it is. Null: there are none, or a first
     * sell price was set, which no call takes away.
     */
    undo(): ((idempotencyKey: string) => Promise<SavedSource>) | null {
      const begun = before
      if (begun === null || (begun['pm_sy_client_cpi'] === undefined && sent.rate !== canonicalJson(null))) return null
      return idempotencyKey => saveAll(begun as unknown as Judged, false, keyOf(idempotencyKey), true)
    },
  }
}
