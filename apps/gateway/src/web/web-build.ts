import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import express, { type Response, type Router } from 'express'
import { join, sep } from 'node:path'
import { HASHED_ASSET_CACHING, REVALIDATED_CACHING } from './caching.ts'
import { compressedAssets } from './compressed-assets.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { platformNames } from './platform-names.ts'
import { buildDateOf, datedPage } from './version-file.ts'
import { readFile } from 'node:fs/promises'

/** The installation's file of client settings (names, links, hosts); empty when it is missing or no object. Read on each request. */
async function clientConfigOf(webRoot: string): Promise<object> {
  try {
    const file: unknown = JSON.parse(await readFile(join(webRoot, 'client-config.json'), 'utf8'))
    return typeof file === 'object' && file !== null && !Array.isArray(file) ? file : {}
  } catch {
    return {}
  }
}

export interface WebBuildOptions {
  readonly webRoot: string
  readonly buildDate: string | undefined
  /** The password policy in force, so that the browser checks by the same rules. */
  readonly passwordPolicy: PasswordPolicy
  readonly client: PlatformClient
}

/** Serves the web build: its page at /, its files, and the version file (§3.38, api:V1), what the client is to know of this installation. The app's own routes are in the hash and never come here. */
export function webBuild({ webRoot, buildDate, passwordPolicy, client }: WebBuildOptions): Router {
  const router = express.Router()
  const storedNames = platformNames(client)
  router.get('/version.json', async (_request, response) => {
    const date = await buildDateOf(webRoot, buildDate)
    response.set('cache-control', 'no-store')
    if (date === null) noBuild(response)
    else response.json({ buildDate: date })
  })
  router.get(['/', '/index.html'], async (_request, response) => {
    const page = await datedPage(webRoot, buildDate)
    if (page === null) noBuild(response)
    else response.set('cache-control', REVALIDATED_CACHING).type('html').send(page)
  })
  router.get('/client-config.json', async (_request, response) => {
    // the stored names and links of the platform replace the file's as a whole
    const [file, names] = await Promise.all([clientConfigOf(webRoot), storedNames()])
    response.set('cache-control', REVALIDATED_CACHING).json({ ...file, ...names, passwordPolicy })
  })
  router.use(compressedAssets(webRoot))
  const assets = join(webRoot, 'assets') + sep
  router.use(
    express.static(webRoot, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response, path) =>
        response.setHeader('cache-control', path.startsWith(assets) ? HASHED_ASSET_CACHING : REVALIDATED_CACHING),
    }),
  )
  return router
}

function noBuild(response: Response): void {
  response
    .status(503)
    .set('cache-control', 'no-store')
    .type('text')
    .send('There is no web build here yet. Build it first: start does it by itself.\n')
}
