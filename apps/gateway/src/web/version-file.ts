import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Gives the build date of the web build being served (§3.38): the one given, else that of the build's own version.json,
 * else when its page was written. Null when there is no build. Read each time, so that a new build shows at once.
 */
export async function buildDateOf(webRoot: string, given: string | undefined): Promise<string | null> {
  if (given !== undefined) return given
  return (await writtenBuildDate(webRoot)) ?? (await pageWrittenAt(webRoot))
}

/**
 * Gives the build's page with the date of its build in it, so that a build deployed between loading the page and its first read
 * of the version file counts as newer (§4.10). Null when there is no build.
 */
export async function datedPage(webRoot: string, given: string | undefined): Promise<string | null> {
  const [page, date] = await Promise.all([
    readFile(join(webRoot, 'index.html'), 'utf8').catch(() => null),
    buildDateOf(webRoot, given),
  ])
  if (page === null || date === null) return page
  const content = date.replace(/[&"<>]/g, sign => `&#${sign.charCodeAt(0)};`)
  return page.replace(/<head[^>]*>/i, head => `${head}<meta name="build-date" content="${content}" />`)
}

async function writtenBuildDate(webRoot: string): Promise<string | null> {
  try {
    const version: unknown = JSON.parse(await readFile(join(webRoot, 'version.json'), 'utf8'))
    return typeof version === 'object' &&
      version !== null &&
      'buildDate' in version &&
      typeof version.buildDate === 'string'
      ? version.buildDate
      : null
  } catch {
    return null
  }
}

async function pageWrittenAt(webRoot: string): Promise<string | null> {
  try {
    return (await stat(join(webRoot, 'index.html'))).mtime.toISOString()
  } catch {
    return null
  }
}
