import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import { BoundedStore } from '#kernel/lists/bounded-store'
import { HOUR_MS } from '#ledger/facts/pacing'
import { HOURS_OF_WEEK } from './hours-of-week.ts'
import { FIT_HOURS, type AccountFit, type InstallationFit } from './fit-account.ts'
import { readFit, type FittedAccount } from './forecast-account.ts'
import { readInstallation } from './installation.ts'
import type { ComparedSource } from './pasts.store.ts'
import { priceStepsOf, readPriceEdits } from './price-steps.store.ts'
import type { PriceStep } from './what-if.ts'

/** The pace of a finished source, with the facts by which a planned one is like it. */
export interface FinishedPace extends Pick<
  ComparedSource,
  'supplierId' | 'country' | 'statedLoiMinutes' | 'statedIrPercent' | 'supplyCents'
> {
  /** Log of completes for each hour of exposure. */
  readonly logPace: number
}

/** An account's past as its what-ifs need it: one fit for all of them. */
export interface AccountOutlook {
  readonly fit: AccountFit
  readonly steps: readonly PriceStep[]
  readonly paces: readonly FinishedPace[]
}

/** Works out what an account's past says of prices and of planned sources. */
export async function outlookOfAccount(
  tx: Tx,
  accountId: number,
  { fit, open, finished }: FittedAccount,
): Promise<AccountOutlook> {
  const sources = [...finished, ...open]
  const edits = await readPriceEdits(
    tx,
    accountId,
    sources.map(({ sourceId }) => sourceId),
  )
  return {
    fit,
    steps: priceStepsOf(fit, sources, edits),
    paces: finished.flatMap(source => {
      const { supplierId, country, statedLoiMinutes, statedIrPercent, supplyCents } = source
      const logPace = fit.logPaces.get(source.sourceId)
      return logPace === undefined
        ? []
        : [{ supplierId, country, statedLoiMinutes, statedIrPercent, supplyCents, logPace }]
    }),
  }
}

const CACHE_BYTES = 64 * 1024 * 1024
const ROW_BYTES = 200
const bytesOf = ({ fit, steps, paces }: AccountOutlook): number =>
  fit.calendar.hoursOfWeek.byteLength +
  (fit.profiles.byLikeness.size + 1) * HOURS_OF_WEEK * Float64Array.BYTES_PER_ELEMENT +
  (fit.residuals.length + steps.length + paces.length) * ROW_BYTES

const isFresh = (madeAtMs: number, nowMs: number): boolean =>
  nowMs - madeAtMs < FIT_HOURS * HOUR_MS && nowMs >= madeAtMs

/** The outlooks of accounts, cached: the hourly sweep makes them, and a what-if before the first sweep. */
export class AccountOutlooks {
  readonly #database: DeskDatabase
  readonly #outlooks = new BoundedStore<AccountOutlook>(CACHE_BYTES, bytesOf)
  readonly #reading = new Map<number, Promise<AccountOutlook>>()
  #installation: { readonly atMs: number; readonly fit: Promise<InstallationFit | null> } | null = null

  constructor(database: DeskDatabase) {
    this.#database = database
  }

  /** The outlook of an account as of now; simultaneous calls share one read. */
  async get(accountId: number, nowMs: number): Promise<AccountOutlook> {
    const cached = this.#outlooks.get(String(accountId))
    const outlook =
      cached !== undefined && isFresh(cached.fit.nowMs, nowMs) ? cached : await this.#read(accountId, nowMs)
    return { ...outlook, fit: { ...outlook.fit, nowMs } }
  }

  put(accountId: number, outlook: AccountOutlook): void {
    this.#outlooks.set(String(accountId), outlook)
  }

  /** Reads the fit of all accounts together again. */
  readInstallation(nowMs: number): Promise<InstallationFit | null> {
    const fit = readInstallation(this.#database, nowMs)
    this.#installation = { atMs: nowMs, fit }
    fit.catch(() => {
      this.#installation = null
    })
    return fit
  }

  #read(accountId: number, nowMs: number): Promise<AccountOutlook> {
    const reading =
      this.#reading.get(accountId) ?? this.#readNow(accountId, nowMs).finally(() => this.#reading.delete(accountId))
    this.#reading.set(accountId, reading)
    return reading
  }

  async #readNow(accountId: number, nowMs: number): Promise<AccountOutlook> {
    const known = this.#installation
    const installation = await (known !== null && isFresh(known.atMs, nowMs) ? known.fit : this.readInstallation(nowMs))
    const outlook = await this.#database.readAsAccount(accountId, async tx =>
      outlookOfAccount(tx, accountId, await readFit(tx, accountId, installation, nowMs)),
    )
    this.put(accountId, outlook)
    return outlook
  }
}

const ofDatabase = new WeakMap<DeskDatabase, AccountOutlooks>()

/** The outlooks of a database: the sweep and the endpoints share them. */
export function accountOutlooks(database: DeskDatabase): AccountOutlooks {
  const outlooks = ofDatabase.get(database) ?? new AccountOutlooks(database)
  ofDatabase.set(database, outlooks)
  return outlooks
}
