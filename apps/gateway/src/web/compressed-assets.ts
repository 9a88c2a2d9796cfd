import type { RequestHandler } from 'express'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { HASHED_ASSET_CACHING } from './caching.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const ASSET_PATTERN = /^\/assets\/[\w.-]+$/
const gzipped = promisify(gzip)

/** Serves the build's hashed scripts and styles compressed: compressed once, since their name changes with their content. */
export function compressedAssets(webRoot: string): RequestHandler {
  const made = new Map<string, Promise<Buffer>>()
  return (request, response, next) => {
    const type = ASSET_PATTERN.test(request.path) ? TYPES[extname(request.path)] : undefined
    if (!type || (request.method !== 'GET' && request.method !== 'HEAD') || !request.acceptsEncodings('gzip'))
      return next()
    const file = join(webRoot, request.path)
    compress(file).then(
      body => {
        response.set({
          'content-type': type,
          'content-encoding': 'gzip',
          'cache-control': HASHED_ASSET_CACHING,
          vary: 'accept-encoding',
        })
        response.send(body)
      },
      () => next(), // missing: the plain handler answers that
    )

    async function compress(path: string): Promise<Buffer> {
      const { mtimeMs } = await stat(path)
      const key = `${path}|${mtimeMs}`
      const body = made.get(key) ?? readFile(path).then(content => gzipped(content, { level: 9 }))
      made.set(key, body)
      return body
    }
  }
}
