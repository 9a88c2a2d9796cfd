import { describeProblems } from '@desk/schema/config/environment'
import { pino } from 'pino'
import { readConfig, type Config } from '#kernel/config/config'
import { DeskDatabase } from '#kernel/db/desk-database'
import { joinDatabase } from '#kernel/db/open-database'
import { withOwner } from '#kernel/db/with-owner'
import type { Log } from '#kernel/db/log'
import { appliedMigrations, requireThisVersion } from '#migrations/database-version'
import { migrate } from '#migrations/migrate'
import { backupCommand, restoreCommand } from './backup.ts'
import { createAdminCommand } from './create-admin.ts'
import { doctorCommand } from './doctor.ts'
import { eraseAgainCommand } from './erase-again.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { databaseName, findRunningDesks, refusalBesideOtherDesks } from './running-desks.ts'
import { verifyAuditCommand } from './verify-audit.ts'
import { verifyForecastsCommand } from './verify-forecasts.ts'
import { verifyLedgerCommand } from './verify-ledger.ts'
import { verifyStatementCommand } from './verify-statement.ts'

/** A command gets the database, its own arguments and the configuration, and gives the exit code. */
type Command = (database: DeskDatabase, args: readonly string[], config: Config) => Promise<number>

/** They need a database of this very version, and never bring it to one. */
const COMMANDS_OF_THIS_VERSION: Readonly<Record<string, Command>> = {
  'verify-ledger': verifyLedgerCommand,
  'verify-audit': verifyAuditCommand,
  'verify-forecasts': verifyForecastsCommand,
  'erase-again': eraseAgainCommand,
}

const COMMANDS: Readonly<Record<string, Command>> = {
  ...COMMANDS_OF_THIS_VERSION,
  'create-admin': createAdminCommand,
}

/** Commands that open the database themselves. */
const WHOLE_COMMANDS: Readonly<Record<string, (args: readonly string[], config: Config, log: Log) => Promise<number>>> =
  {
    backup: backupCommand,
    restore: restoreCommand,
    doctor: doctorCommand,
    'rotate-key': rotateKeyCommand,
  }

/** Commands that need neither database nor configuration. */
const OFFLINE_COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  'verify-statement': verifyStatementCommand,
}

const USAGE = `Usage: pnpm desk <command>

  verify-ledger [--repair]  recomputes every figure from the ledger; tells what differs (exit 1), and puts it right when asked
  verify-audit              hashes the audit log of every account anew; names the first entry that is not as it was written (exit 1)
  verify-forecasts          hashes the forecasts of every account, and works out their finishes from the ledger; names each that differs (exit 1)
  verify-statement <file>   checks a statement's file without a database; names each line that was changed, is missing or was added (exit 1)
  backup <file>             makes one archive of database, documents and secrets while the desk runs; needs BACKUP_PASSPHRASE
  restore <file>            fills an empty database and DATA_DIR from such an archive, wholly or not at all (else exit 1);
                            then erases again the people of ERASURE_LOG
  restore --until <time>    brings an empty DATA_DIR to a moment, by the log in WAL_ARCHIVE_DIR
  erase-again <log>         erases again the people of an erasure log whose identities a restore brought back
  doctor                    looks at database, clock, disk, mail, documents, Redis, https, proxies and backups; names each fault with its fix (exit 1)
  rotate-key                seals every secret with SECRET_KEY instead of SECRET_KEY_PREVIOUS, while the desk runs
  create-admin [--anyway]   makes a super admin; asks for name, e-mail and password, or takes
                            ADMIN_USERNAME, ADMIN_PASSWORD, ADMIN_FIRSTNAME, ADMIN_LASTNAME from the environment;
                            refuses while desks run on other databases alone, unless it is to write anyway

The database is that of DATA_DIR or DATABASE_URL, as for start; the desk may run meanwhile.`

const MAX_CONNECTIONS = 2

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args
  const offline = Object.hasOwn(OFFLINE_COMMANDS, name) ? OFFLINE_COMMANDS[name] : undefined
  if (offline !== undefined) return offline(rest)
  const whole = Object.hasOwn(WHOLE_COMMANDS, name) ? WHOLE_COMMANDS[name] : undefined
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined && whole === undefined) {
    console.error(name === '' ? USAGE : `There is no command "${name}".\n\n${USAGE}`)
    return 2
  }
  const result = readConfig(process.env)
  if ('problems' in result) {
    console.error(describeProblems(result.problems))
    return 2
  }
  const refusal =
    command === createAdminCommand && !rest.includes('--anyway')
      ? refusalBesideOtherDesks(databaseName(result.config), findRunningDesks())
      : null
  if (refusal !== null) {
    console.error(refusal)
    return 2
  }
  const log = pino({ level: 'warn' }, pino.destination(2))
  if (command === undefined) return whole?.(rest, result.config, log) ?? 2
  const opened = await joinDatabase(result.config, log)
  try {
    if (Object.hasOwn(COMMANDS_OF_THIS_VERSION, name))
      requireThisVersion(await withOwner(opened.url, 'desk command', appliedMigrations))
    else await migrate(opened.url)
    const database = new DeskDatabase({ url: opened.url, log, maxConnections: MAX_CONNECTIONS })
    try {
      return await command(database, rest, result.config)
    } finally {
      await database.close()
    }
  } finally {
    await opened.stop()
  }
}

main(process.argv.slice(2)).then(
  code => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  },
)
