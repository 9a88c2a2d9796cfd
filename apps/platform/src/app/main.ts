import { describeProblems } from '@desk/schema/config/environment'
import { serveUntilEnded } from '@desk/schema/health/serve-until-ended'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { startBaseBackups } from '#backup/base-backups'
import { backUpBeforeMigrations, startBackups } from '#backup/scheduled-backups'
import { countDemoRows } from '#demo/demo-statistics'
import { makeDemo } from '#demo/make-demo'
import { removeUnfinishedDemo } from '#demo/unfinished-demo'
import { documentSettings, readConfig, type Config } from '#kernel/config/config'
import { LINK_CHECK_SWEEP_MS } from '#kernel/config/defaults'
import { feedToken, secretKey, secretKeys } from '#kernel/config/secret-file'
import { DeskDatabase } from '#kernel/db/desk-database'
import { DiskGuard } from '#kernel/db/disk-guard'
import { openDatabaseUrl } from '#kernel/db/open-database'
import { placeOf, requireOnePlace } from '#kernel/db/places.store'
import { requireSameKey } from '#kernel/secrets/key-fingerprint.store'
import { migrate } from '#migrations/migrate'
import { startPlatform } from './server.ts'

/** The message to the parent process once the platform answers. */
export interface PlatformReady {
  readonly kind: 'ready'
  readonly url: string
  readonly port: number
  /** This start created the demo data. */
  readonly demoMade: boolean
  /** The database holds the demo's sign-ins. */
  readonly hasDemo: boolean
  readonly simulatePerMinute: number
}

const SIMULATE_WITH_DEMO_PER_MINUTE = 60
const MEGABYTE = 1024 * 1024

async function run(config: Config, log: Logger): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true })
  const opened = await openDatabaseUrl(config, log, config.databaseWaitMs)
  const key = secretKey(config)
  const token = feedToken(config)
  const documents = documentSettings(config)
  const backupPlan = config.backups && {
    url: opened.url,
    documents,
    secrets: { secret_key: key, feed_token: token },
    settings: config.backups,
    log,
    nowMs: Date.now,
  }
  if (backupPlan) await backUpBeforeMigrations(backupPlan)
  await migrate(opened.url)
  const keys = secretKeys(config)
  await requireSameKey(opened.url, keys)
  // only the server behind DATABASE_URL knows how much space it has
  const disk = new DiskGuard({
    folder: opened.kind === 'embedded' ? config.dataDir : null,
    reserveBytes: config.diskReserveMegabytes * MEGABYTE,
  })
  await disk.start()
  const place = placeOf(config)
  const database = new DeskDatabase({
    url: opened.url,
    replicaUrl: config.databaseReplicaUrl,
    log,
    maxConnections: config.databaseConnections,
    disk,
    place,
  })
  await requireOnePlace(database, opened.url, place)
  const demo = await makeDemo(database, {
    wanted: config.demo,
    log,
    removeUnfinished: () => removeUnfinishedDemo(opened.url),
  })
  if (demo.made) await countDemoRows(opened.url)
  let looseErrors = 0
  const backups = backupPlan && startBackups(database, backupPlan)
  const archive = config.walArchiveDir
  const stopBaseBackups =
    archive !== undefined &&
    startBaseBackups(database, {
      url: opened.url,
      dataDir: config.dataDir,
      archive,
      everyHours: config.backupEveryHours,
      kept: config.backupsKept,
      log,
      nowMs: Date.now,
    })
  const platform = await startPlatform({
    database,
    settings: {
      internalAccountId: 1,
      gateways: config.gateways,
      feedToken: token,
      publicUrl: config.publicUrl,
      hstsIncludeSubDomains: config.hstsIncludeSubDomains,
      passwordPolicy: config.passwordPolicy,
      mail: { smtpUrl: config.smtpUrl, from: config.mailFrom, folder: join(config.dataDir, 'mail') },
      documents,
      erasureLog: config.erasureLog,
      secretKey: keys,
      journalDays: config.journalDays,
      practiceSurvey: config.practiceSurvey,
      countryHeader: config.countryHeader,
      datacentreHeader: config.datacentreHeader,
      linkLimits: config.linkLimits,
      keyCallsAMinute: config.keyCallsAMinute,
      placeKeptMinutes: config.placeKeptMinutes,
      egressNetworks: config.egressNetworks,
      reportService: config.reportService,
      modelService: config.modelService,
      environment: config.environment,
    },
    log,
    host: config.platformHost,
    port: config.platformPort,
    looseErrors: () => looseErrors,
    backupAgeSeconds: backups?.ageSeconds,
    metricsPort: config.metricsPort,
    telemetry: config.telemetry,
    sweeps: {
      abandonMs: config.abandonSweepMs,
      autoPauseMs: config.autoPauseSweepMs,
      // the demo's surveys are at hosts that do not exist
      ...(config.demo ? {} : { linkCheckMs: LINK_CHECK_SWEEP_MS }),
    },
  })
  log.info({ url: platform.url }, 'The platform answers')

  serveUntilEnded(process, {
    name: 'platform',
    log,
    count: () => void (looseErrors += 1),
    drain: () => platform.startDraining(),
    drainNoticeMs: config.drainNoticeMs,
    async stop() {
      await backups?.stop()
      if (stopBaseBackups !== false) await stopBaseBackups()
      await platform.stop()
      disk.stop()
      await database.close()
      await opened.stop()
    },
    nowMs: () => performance.now(),
  })

  const ready: PlatformReady = {
    kind: 'ready',
    url: platform.url,
    port: platform.port,
    demoMade: demo.made,
    hasDemo: demo.present,
    simulatePerMinute: config.simulatePerMinute ?? (demo.present ? SIMULATE_WITH_DEMO_PER_MINUTE : 0),
  }
  process.send?.(ready)
}

const result = readConfig(process.env)
if ('problems' in result) {
  process.stderr.write(`${describeProblems(result.problems)}\n`)
  process.exit(1)
}
const log = pino({
  level: result.config.logLevel,
  base: { app: 'platform' },
  redact: ['*.token', '*.password', '*.authorization', 'req.headers.authorization'],
})
run(result.config, log).catch((error: unknown) => {
  log.fatal({ err: error }, 'The platform could not start')
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
