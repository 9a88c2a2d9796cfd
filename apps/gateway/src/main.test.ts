import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { GatewayReady } from './main.ts'
import { STUB_FEED_TOKEN } from './testing/stub-platform.ts'
import { startStub } from './testing/use-gateway.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const TSX = pathToFileURL(createRequire(new URL('../../../package.json', import.meta.url)).resolve('tsx')).href

function startMain(env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(MAIN, {
    execArgv: ['--import', TSX],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...env },
    silent: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function readyOf(child: ChildProcess): Promise<GatewayReady> {
  const [message] = (await once(child, 'message')) as [GatewayReady]
  return message
}

test('it reports its address, drains at SIGTERM, and ends', { timeout: 30_000 }, async () => {
  const platform = await startStub()
  const child = startMain({ PLATFORM_URL: platform.url, FEED_TOKEN: STUB_FEED_TOKEN })
  const ready = await readyOf(child)
  expect([ready, (await fetch(`${ready.url}/healthz`)).status]).toEqual([
    { kind: 'ready', url: `http://127.0.0.1:${ready.port}`, port: ready.port },
    200,
  ])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('it does not outlive the process that started it', { timeout: 30_000 }, async () => {
  const platform = await startStub()
  const child = startMain({ PLATFORM_URL: platform.url, FEED_TOKEN: STUB_FEED_TOKEN })
  await readyOf(child)
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('with an environment that cannot be used it says why, all at once, and ends', { timeout: 30_000 }, async () => {
  const child = startMain({ PLATFORM_URL: 'platform', FEED_TOKEN: 'short' })
  const said: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(Buffer.concat(said).toString()).toBe(
    'Sample Desk cannot start with this environment:\n' +
      '  FEED_TOKEN must be a token of at least 32 printable characters without spaces; it is something else\n' +
      '  PLATFORM_URL must be an address like http://127.0.0.1:4410; it is "platform"\n',
  )
})
