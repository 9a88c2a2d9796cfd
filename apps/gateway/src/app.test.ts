import { expect, test } from 'vitest'
import { rawAnswer } from './testing/raw-answer.ts'
import { startBoth } from './testing/use-gateway.ts'

const GUARDED = [
  '/v1/changes',
  '/v1/projects/1',
  '/v2/qualification-texts/1',
  '/v3/anything',
  '/desk-api/reports',
  '/scim/v2/Users',
  '/openapi.json',
] as const

/** Spellings that some program reads as the path itself. */
const spellingsOf = (path: string): string[] => {
  const slash = path.lastIndexOf('/')
  const [parent, name] = [path.slice(0, slash), path.slice(slash + 1)]
  const escape = (letter = ''): string => `%${letter.charCodeAt(0).toString(16)}`
  return [
    ...[';', ';x', ';x=1', ';/', '//', '/.', '/..', '/x/..', '%2f', '%3b', '%3Bx', '#', '#x', '%00', '%', '%zz'].map(
      end => path + end,
    ),
    ...['/', '/.', '/x/..', ';x', '/%2e', '/x/%2E%2e', '/x/.%2e', '%2f', '%5c', '\\'].map(
      middle => `${parent}${middle}/${name}`,
    ),
    ...['/', '/.', '/x/..', '/scim/..', '/scim/..;', '/v1/..', '/return/..', '/%2e%2e'].map(start => start + path),
    `${parent}/${escape(name[0])}${name.slice(1)}`,
    `/${escape(path[1])}${path.slice(2)}`,
    `${parent}\\${name}`,
    `${parent}/${name.toUpperCase()};x`,
  ]
}

test.each(GUARDED)('no other spelling of %s reaches the platform (F14, S5)', async path => {
  const { gateway, platform } = await startBoth()
  const passed: string[] = []
  for (const spelling of spellingsOf(path)) {
    platform.requests.length = 0
    await rawAnswer(
      gateway.port,
      `GET ${spelling} HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer spelled\r\nConnection: close\r\n\r\n`,
    )
    const isPassedOn = platform.requests.some(({ headers }) => headers.authorization === 'Bearer spelled')
    if (isPassedOn) passed.push(spelling)
  }
  expect(passed).toEqual([])
})

test('a path in another spelling is answered with how it is written', async () => {
  const { gateway } = await startBoth()
  const { status, text } = await rawAnswer(gateway.port, 'GET /v1/changes;x HTTP/1.1\r\nHost: desk\r\n\r\n')
  expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([
    400,
    'The address must be written plainly: single slashes, no dot segments, no path parameters (;), no needless escapes.',
  ])
})
