import { HttpApi } from 'effect/http-api'
import { describe, expect, test } from 'vitest'
import { ServiceOnly, SignedIn } from './authorization.ts'
import { DeskApi } from './contract.ts'
import { keyAccessOf, keyRefusal, type KeyAccess } from './key-access.ts'
import { openApiDocument } from './openapi.ts'

interface Declared {
  readonly key: string
  readonly name: string
  readonly access: KeyAccess | 'undeclared'
}

/** Every endpoint that a session opens. */
const declared: Declared[] = []
HttpApi.reflect(DeskApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint, middleware }) => {
    const keys = new Set([...middleware].map(({ key }) => key))
    if (!keys.has(SignedIn.key) || keys.has(ServiceOnly.key)) return
    declared.push({
      key: `${group.identifier}.${endpoint.identifier}`,
      name: `${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      access: keyAccessOf(endpoint),
    })
  },
})
const opened = (by: KeyAccess) => declared.filter(({ access }) => access === by)
const methodsOf = (by: KeyAccess) => [...new Set(opened(by).map(({ name }) => name.split(' ')[0]))]

describe('how API keys open an endpoint (administration.md §3)', () => {
  test('every endpoint that a session opens says it, by its permission or by a KeyAccess of its own', () => {
    expect(declared.filter(({ access }) => access === 'undeclared')).toEqual([])
  })

  test('what belongs to the person who signed in is closed to keys: sessions, passwords, second factors, own settings, keys', () => {
    const closed = new Set(opened('sessions only').map(({ key }) => key.split('.')[0]))
    const own = declared.filter(({ key }) => /^(?:session|sessions|secondFactor|apiKeys|journals|watches)\./.test(key))
    expect(own.filter(({ access }) => access !== 'sessions only')).toEqual([])
    expect([...closed]).toEqual(expect.arrayContaining(['session', 'sessions', 'secondFactor', 'apiKeys', 'users']))
    expect(declared.find(({ key }) => key === 'users.update')?.access).toBe('sessions only')
  })

  test('no call that asks for a password is open to a key, which could guess it (S8)', () => {
    const { paths } = openApiDocument() as unknown as {
      paths: Record<
        string,
        Record<string, { requestBody?: { content: Record<string, { schema: { properties?: object } }> } }>
      >
    } // OpenAPI 3.1
    const asking = declared.filter(({ name }) => {
      const [method = '', path = ''] = name.split(' ')
      const fields = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema.properties
      return Object.keys(fields ?? {}).some(field => /confirmation|password/.test(field))
    })
    expect(asking.length).toBeGreaterThan(5)
    expect(asking.filter(({ access }) => access !== 'sessions only')).toEqual([])
  })

  test('reading scopes open calls that write nothing, and the lookups open to every key are GETs', () => {
    expect(methodsOf('any scope')).toEqual(['GET'])
    expect(
      opened('read_studies')
        .filter(({ name }) => !name.startsWith('GET '))
        .map(({ key }) => key),
    ).toEqual([
      'documents.link',
      'documents.download',
      'defender.preview',
      'defender.previewOfSurvey',
      'exclusions.searchProjects',
      'recontact.lookup',
    ])
    expect(
      opened('read_figures')
        .filter(({ name }) => !name.startsWith('GET '))
        .map(({ key }) => key),
    ).toEqual(['projects.figures', 'projects.hourlyCompletes', 'surveys.figures', 'reports.trafficOf'])
    expect(methodsOf('write_studies')).not.toContain('GET')
  })

  test('a scope opens its own endpoints and the lookups, none opens what it does not name', () => {
    expect([
      keyRefusal(['read_figures'], 'read_figures'),
      keyRefusal(['read_figures'], 'any scope'),
      keyRefusal(['write_studies', 'admin'], 'read_studies'),
      keyRefusal(['read_figures', 'read_studies', 'write_studies', 'reconcile', 'admin'], 'sessions only'),
      keyRefusal(['admin'], 'undeclared'),
    ]).toEqual([
      null,
      null,
      'This key lacks the scope read_studies.',
      'This is not open to API keys: sign in to do it.',
      'This is not open to API keys: sign in to do it.',
    ])
  })
})
