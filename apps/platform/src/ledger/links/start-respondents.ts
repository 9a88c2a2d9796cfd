import type { Express } from 'express'
import { PLACE_KEPT_MINUTES, type LinkLimits, LINK_LIMITS } from '#kernel/config/defaults'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import { clientAddressBehind } from '#kernel/http/client-address'
import type { SecretKey } from '#kernel/config/secret-file'
import { createLedger, type Ledger } from '../batches/ledger.ts'
import { startSweeps, type SweepIntervals } from '../sweeps/sweeps.ts'
import { accountOfSource } from './account-of-source.ts'
import { mountRespondents, type HotPath } from './mount-respondents.ts'
import { personalLinkKey } from './personal-link.ts'
import { suspendedAccounts } from './suspended-accounts.ts'

export interface RespondentsOptions {
  readonly database: DeskDatabase
  readonly log: Log
  /** Null: this process does not sweep. */
  readonly sweeps: SweepIntervals | null
  readonly settings?: {
    readonly gateways?: readonly string[] | undefined
    readonly countryHeader?: string | undefined
    readonly datacentreHeader?: string | undefined
    readonly linkLimits?: LinkLimits | undefined
    readonly placeKeptMinutes?: number | undefined
    readonly secretKey?: SecretKey | undefined
  }
  readonly nowMs?: () => number
}

/** Mounts the public links with their ledger, and starts the sweeps. `stop` writes waiting operations. */
export async function startRespondents(
  app: Express,
  options: RespondentsOptions,
): Promise<{ ledger: Ledger; takes: HotPath; stop(): Promise<void> }> {
  const { database, log, settings, nowMs = Date.now } = options
  const ledger = createLedger(database, {
    log,
    nowMs,
    placeKeptMs: (settings?.placeKeptMinutes ?? PLACE_KEPT_MINUTES) * 60_000,
  })
  const takes = mountRespondents(app, {
    ledger,
    accountOf: accountOfSource(database, nowMs),
    isSuspended: suspendedAccounts(database),
    limits: settings?.linkLimits ?? LINK_LIMITS,
    clientAddressOf: clientAddressBehind(settings?.gateways ?? []),
    personalLinks: settings?.secretKey === undefined ? null : personalLinkKey(settings.secretKey),
    nowMs,
    log,
    countryHeader: settings?.countryHeader,
    datacentreHeader: settings?.datacentreHeader,
  })
  const sweeps = options.sweeps === null ? null : startSweeps({ database, ledger, nowMs }, options.sweeps, log)
  return {
    ledger,
    takes,
    stop: async () => {
      await sweeps?.stop()
      await ledger.drain()
    },
  }
}
