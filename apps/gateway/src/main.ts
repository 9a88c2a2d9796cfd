import { describeProblems } from '@desk/schema/config/environment'
import { RestartsMessage, type Restart } from '@desk/schema/health/restarts'
import { serveUntilEnded } from '@desk/schema/health/serve-until-ended'
import { Exit, Schema } from 'effect'
import { readGatewayEnvironment, serviceToken, type GatewayConfig } from './environment.ts'
import { startGateway } from './gateway.ts'
import { makeLog } from './kernel/log.ts'

/** The message to the parent process once the gateway answers. */
export interface GatewayReady {
  readonly kind: 'ready'
  readonly url: string
  readonly port: number
}

const decodeRestarts = Schema.decodeUnknownExit(RestartsMessage)

async function run(config: GatewayConfig): Promise<void> {
  const log = makeLog(config.logLevel)
  let restarts: readonly Restart[] | undefined
  process.on('message', told => {
    const read = decodeRestarts(told)
    if (Exit.isSuccess(read)) restarts = read.value.restarts
  })
  const gateway = await startGateway({
    ...config.options,
    feedToken: serviceToken(config),
    log,
    restarts: () => restarts,
  })

  serveUntilEnded(process, {
    name: 'gateway',
    log,
    count: () => gateway.countLoose(),
    drain: () => gateway.startDraining(),
    drainNoticeMs: config.drainNoticeMs,
    stop: () => gateway.stop(),
    nowMs: () => performance.now(),
  })

  const ready: GatewayReady = { kind: 'ready', url: gateway.url, port: gateway.port }
  process.send?.(ready)
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const read = readGatewayEnvironment(process.env)
if ('problems' in read) fail(describeProblems(read.problems))
else run(read.config).catch((error: unknown) => fail(startFault(error, read.config.options.port)))

function startFault(error: unknown, port: number): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${port} is taken: stop what listens there, or set PORT to another.`
  return error instanceof Error ? error.message : String(error)
}
