import { KEY_SCOPES, type KeyScope } from '@desk/schema/api-keys/key-scopes'
import { PERMISSIONS, type Permission } from '@desk/schema/permissions/permissions'
import { Context } from 'effect'
import { HttpApi } from 'effect/http-api'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OpenTo, ServiceOnly, SignedIn } from './authorization.ts'
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

/** Which scope reads and which one writes what a permission opens, by hand. */
const SCOPES_OF_PERMISSIONS: Readonly<Record<string, readonly Permission[]>> = {
  'read_studies, write_studies': [
    'open projects',
    'see the sell price',
    'see the supply side',
    'read the supply side',
    'edit the supply side',
    'price suppliers',
    'write studies',
    'share views',
    'use allocation templates',
    'nest quotas',
    'balance clicks',
    'boost sources',
    'read qualifications',
    'download qualifications',
    'write qualifications',
    'read private qualifications',
    'open Defender',
    'export Defender data',
    'read scorecards',
  ],
  'read_studies, admin': ['write suppliers', 'see the block list', 'keep the block list'],
  'reconcile, reconcile': [
    'read reconciliations',
    'reconcile',
    'read statements',
    'read sell statements',
    'decide disputes',
    'see the recon indicator',
    'see flagged completes',
    'review completes',
  ],
  'admin, admin': [
    'close periods',
    'manage statement links',
    'manage quality questions',
    'manage webhooks',
    'manage alert rules',
    'manage Defender rules',
    'manage return hashing',
    'read rate cards',
    'manage rate cards',
    'manage supplier accounts',
    'edit business units',
    'open administration',
    'manage users',
    'read the audit log',
    'manage privacy',
    'set the logo',
  ],
  'sessions only, sessions only': [
    'erase respondents',
    'snooze alerts',
    'require second factors',
    'manage API keys',
    'manage single sign-on',
    'open labs',
    'manage accounts',
    'link supplier accounts',
    'create accounts',
    'manage features',
    'edit the platform',
    'delete users',
    'remove second factors',
    'switch accounts',
    'choose a default account',
    'read journals',
    'read personal data in journals',
  ],
}

/** The groups of the contract with an endpoint that a scope opens, each with the words that name it to people. */
const WORDS_OF_GROUPS: Readonly<Record<Exclude<KeyScope, 'provision'>, Readonly<Record<string, string>>>> = {
  read_figures: {
    asItWas: 'counts',
    dashboard: 'dashboards',
    defenderViews: 'Defender’s figures',
    figureChanges: 'counts',
    projects: 'counts',
    reports: 'reports',
    scorecards: 'Defender’s figures',
    statistics: 'costs',
    surveys: 'counts',
  },
  read_studies: {
    businessUnits: 'business units',
    classicSources: 'sources',
    defender: 'Defender’s data',
    defenderExport: 'Defender’s data',
    defenderViews: 'Defender’s data',
    documents: 'documents',
    exclusions: 'exclusions',
    figureChanges: 'respondents',
    forecasts: 'forecasts',
    reversals: 'forecasts',
    lookups: 'suppliers',
    markLists: 'block list',
    projects: 'projects',
    qualifications: 'qualifications',
    recontact: 'respondents',
    reportSchedules: 'schedules',
    reportViews: 'report views',
    reports: 'respondents',
    search: 'projects',
    sourceQuotas: 'sources',
    sourceSuppliers: 'suppliers',
    sourceTemplates: 'templates',
    sources: 'sources',
    statuses: 'projects',
    suppliers: 'suppliers',
    surveys: 'surveys',
  },
  write_studies: {
    classicSources: 'sources',
    defender: 'Defender’s settings',
    documents: 'documents',
    exclusions: 'exclusions',
    forecasts: 'promises',
    projects: 'projects',
    qualifications: 'qualifications',
    recontact: 'recontact lists',
    reportSchedules: 'schedules',
    reportViews: 'report views',
    sourceQuotas: 'sources',
    sourceSuppliers: 'suppliers',
    sourceTemplates: 'templates',
    sources: 'sources',
    statuses: 'statuses',
    surveys: 'surveys',
  },
  reconcile: {
    disputes: 'disputes',
    reconciliation: 'reconciliations',
    reviews: 'reviews flagged completes',
    sellStatements: 'statements',
    statements: 'statements',
  },
  admin: {
    accountMembers: 'roles',
    accounts: 'time zone of the account',
    audit: 'the audit log',
    businessUnits: 'business units',
    defender: 'Defender’s settings',
    exclusions: 'exclusions',
    history: 'histories',
    markLists: 'block list',
    objections: 'objections',
    processingRecord: 'record of processing',
    qualityQuestions: 'quality questions',
    rateCards: 'rate cards',
    retention: 'retention',
    returnHashing: 'return hashing',
    statementLinks: 'statement links',
    statements: 'closing of months',
    subjectAccess: 'access',
    supplierAccounts: 'supplier accounts',
    suppliers: 'suppliers',
    users: 'users',
    webhooks: 'webhooks',
  },
}

/** The calls that each scope opens, in the words of docs/use-the-api.md. */
const DOCUMENTED = new Map(
  [
    ...readFileSync(new URL('../../../docs/use-the-api.md', import.meta.url), 'utf8').matchAll(
      /^\| `(\w+)` \| (.*) \|$/gm,
    ),
  ].map(([, scope = '', words = '']) => [scope, words]),
)

const opened = (by: KeyAccess) => declared.filter(({ access }) => access === by)
const methodsOf = (by: KeyAccess) => [...new Set(opened(by).map(({ name }) => name.split(' ')[0]))]

describe('how API keys open an endpoint (administration.md §3)', () => {
  test('every endpoint that a session opens says it, by its permission or by a KeyAccess of its own', () => {
    expect(declared.filter(({ access }) => access === 'undeclared')).toEqual([])
  })

  test('each permission opens to the scopes that are stated by hand (administration.md §3)', () => {
    const scopesOf = (permission: Permission) =>
      ['GET', 'POST'].map(method => keyAccessOf({ method, annotations: Context.make(OpenTo, permission) })).join(', ')
    const stated = Object.entries(SCOPES_OF_PERMISSIONS).flatMap(([scopes, permissions]) =>
      permissions.map(permission => [permission, scopes]),
    )
    const names = Object.keys(PERMISSIONS) as Permission[] // Object.keys loses the key types
    expect(Object.fromEntries(names.map(name => [name, scopesOf(name)]))).toEqual(Object.fromEntries(stated))
  })

  test.each(Object.entries(WORDS_OF_GROUPS))(
    '%s opens what the dialog of keys and docs/use-the-api.md say, and nothing else',
    (scope, words) => {
      const groups = new Set(
        declared.filter(({ access }) => access === scope).map(({ key }) => key.slice(0, key.indexOf('.'))),
      )
      expect([...groups].toSorted()).toEqual(Object.keys(words).toSorted())
      const { meaning } = KEY_SCOPES[scope as KeyScope] // Object.entries loses the key types
      const said = [meaning, DOCUMENTED.get(scope) ?? ''].map(text => text.toLowerCase())
      expect(Object.values(words).filter(word => !said.every(text => text.includes(word.toLowerCase())))).toEqual([])
    },
  )

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
