import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { S3Settings } from '#kernel/config/platform-config'

interface S3Server {
  run(): Promise<{ readonly port: number }>
  close(): Promise<void>
}
type S3ServerMaker = new (options: {
  readonly port: number
  readonly silent: boolean
  readonly directory: string
  readonly configureBuckets: readonly { readonly name: string }[]
}) => S3Server

/** An S3-compatible server with an empty bucket; its address is known once the tests run. */
export function useS3(): S3Settings {
  const settings = { url: '', bucket: 'desk', key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' }
  let server: S3Server | undefined
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'desk-s3-'))
    // the package has no types
    const Server = createRequire(import.meta.url)('s3rver') as S3ServerMaker
    server = new Server({ port: 0, silent: true, directory, configureBuckets: [{ name: settings.bucket }] })
    const { port } = await server.run()
    settings.url = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    await server?.close()
    await rm(directory, { recursive: true, force: true })
  })
  return settings
}
