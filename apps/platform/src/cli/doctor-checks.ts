import { connect } from 'node:net'
import { statfs } from 'node:fs/promises'
import nodemailer from 'nodemailer'
import { documentSettings, type Config } from '#kernel/config/config'
import { withOwner } from '#kernel/db/with-owner'
import { requireWritable } from '#kernel/db/writable'
import { appliedMigrations, requireThisVersion } from '#migrations/database-version'
import { openBytes } from '#nouns/documents/bytes/open-bytes'
import { newestBackupAtMs } from '#backup/scheduled-backups'

/** One check of an installation: it throws the fault, and names the fix. */
export interface Check {
  readonly of: string
  readonly fix: string
  /** Gives its finding in words; null: it has nothing to look at. */
  readonly look: () => Promise<string | null>
}

const WITHIN_MS = 5_000
const MOST_CLOCK_SECONDS = 5
const MEGABYTE = 1024 * 1024
const HOUR_MS = 3_600_000
const NO_FILE = { accountId: 0, fileId: '00000000-0000-0000-0000-000000000000' }

/** Gives up after 5 s. */
function inTime<A>(work: Promise<A>): Promise<A> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it does not answer within ${WITHIN_MS / 1_000} s`)), WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function reach(url: string, defaultPort: number): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port) || defaultPort, hostname, () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}

/** The checks of `pnpm desk doctor`, in their order (operate.md §2). */
export function checksOf(config: Config, databaseUrl: string, nowMs: () => number): readonly Check[] {
  const { smtpUrl, redisUrl, publicUrl, backups, documentsS3, environment } = config
  return [
    {
      of: 'database',
      fix: 'start this version on it once, point DATABASE_URL to the primary, or start the newer version',
      look: () =>
        withOwner(databaseUrl, 'desk doctor', async owner => {
          await requireWritable(owner)
          requireThisVersion(await appliedMigrations(owner))
          const { rows } = await owner.query<{ server_version: string }>('show server_version')
          return `PostgreSQL ${rows[0]?.server_version}, of this version`
        }),
    },
    {
      of: 'clock',
      fix: 'run an NTP client on both machines',
      look: () =>
        withOwner(databaseUrl, 'desk doctor', async owner => {
          const { rows } = await owner.query<{ ms: number }>(
            'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
          )
          const seconds = Math.round(Math.abs(nowMs() - (rows[0]?.ms ?? 0)) / 1_000)
          if (seconds > MOST_CLOCK_SECONDS) throw new Error(`it differs from the database's by ${seconds} s`)
          return `${seconds} s from the database's`
        }),
    },
    {
      of: 'disk',
      fix: 'make room where DATA_DIR is',
      async look() {
        const { bavail, bsize } = await statfs(config.dataDir)
        const free = Math.floor((bavail * bsize) / MEGABYTE)
        if (free < 5 * config.diskReserveMegabytes) throw new Error(`${free} MB are free`)
        return `${free} MB are free`
      },
    },
    {
      of: 'mail',
      fix: 'set SMTP_URL to a server that this machine reaches, with the right user and password',
      async look() {
        if (smtpUrl === undefined) {
          if (environment === 'production') throw new Error('mails are files in DATA_DIR/mail and reach no user')
          return null
        }
        const transport = nodemailer.createTransport(smtpUrl)
        await inTime(transport.verify()).finally(() => transport.close())
        return 'the server takes mails'
      },
    },
    {
      of: 'documents',
      fix: 'compare DOCUMENTS_S3_URL, its bucket and its key with the store',
      async look() {
        if (documentsS3 === null) return null
        const stream = await inTime(openBytes(documentSettings(config)).bytes.open(NO_FILE)).catch((error: Error) => {
          // the bucket was read, and has no such file
          if (!error.message.includes('answered 404')) throw error
          return null
        })
        stream?.destroy()
        return 'the store answers'
      },
    },
    {
      of: 'Redis',
      fix: 'start Redis, or compare REDIS_URL with its address',
      async look() {
        if (redisUrl === undefined) return null
        await inTime(reach(redisUrl, 6379))
        return 'it answers'
      },
    },
    {
      of: 'https',
      fix: 'set PUBLIC_URL to the https address of the balancer, and let the balancer reach the gateway',
      async look() {
        if (environment !== 'production' && !publicUrl.startsWith('https:')) return null
        if (!publicUrl.startsWith('https:')) throw new Error(`PUBLIC_URL is ${publicUrl}`)
        const { status } = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(WITHIN_MS) })
        if (status !== 200) throw new Error(`${publicUrl}/readyz answers ${status}`)
        return `${publicUrl} is ready`
      },
    },
    {
      of: 'proxies',
      fix: 'set TRUSTED_PROXIES to the addresses or networks of the balancers, which write X-Forwarded-For',
      async look() {
        if (config.trustedProxies.length > 0)
          return `X-Forwarded-For of ${config.trustedProxies.join(', ')} is believed`
        if (config.trustForwardedFor) throw new Error('TRUST_FORWARDED_FOR lets every sender choose its address')
        if (publicUrl.startsWith('https:')) throw new Error('all visitors have the address of the balancer')
        return null
      },
    },
    {
      of: 'backups',
      fix: 'set BACKUP_DIR and BACKUP_PASSPHRASE, and look in the log of the platform for the reason',
      async look() {
        if (backups === null) throw new Error('none are scheduled')
        const atMs = newestBackupAtMs(backups)
        if (atMs === null) throw new Error(`${backups.folder} has none`)
        const hours = Math.round((nowMs() - atMs) / HOUR_MS)
        if (hours > 2 * backups.everyHours) throw new Error(`the newest is ${hours} h old`)
        return `the newest is ${hours} h old`
      },
    },
  ]
}
