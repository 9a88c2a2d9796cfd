import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { lastMonth } from '@desk/platform/testing/months'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { PROJECT_PREFIXES, twinOf } from '@desk/web/app/paths'
import type { RoleId } from '@desk/schema/users/current-user'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { frameFaults } from './desk/frame.ts'
import { atHash, goToHash } from './desk/hash.ts'

type Who =
  | 'user'
  | 'admin'
  | 'staffUser'
  | 'staff'
  | 'superAdmin'
  | 'finance'
  | 'readOnly'
  | 'defenderUser'
  | 'defenderAdmin'

const STUDY_WRITERS: readonly Who[] = ['user', 'admin', 'staffUser', 'staff', 'superAdmin']
const DESK_ACCOUNT: readonly Who[] = [...STUDY_WRITERS, 'finance', 'readOnly']
/** Who sees suppliers and supply prices, of which a classic source is made. */
const NEW_CLASSIC: readonly Who[] = ['admin', 'staffUser', 'staff', 'superAdmin']
const CLASSIC: readonly Who[] = [...NEW_CLASSIC, 'finance']
const ADMINS: readonly Who[] = ['admin', 'staff', 'superAdmin', 'defenderAdmin']
const DESK_ADMINS: readonly Who[] = ['admin', 'staff', 'superAdmin']
const BOOKKEEPERS: readonly Who[] = [...DESK_ADMINS, 'finance']
/**
 * Every role of a DEFENDER account, and each role that sees the supply side of a DESK account (docs/decisions/0074).
 */
const SCORECARD_READERS: readonly Who[] = [...CLASSIC, 'defenderUser', 'defenderAdmin']
/** Every role of a DEFENDER account (domain.md §8). */
const DEFENDERS: readonly Who[] = ['defenderUser', 'defenderAdmin']
const UNIT_EDITORS: readonly Who[] = ['admin']
/** Whose pages are none of a DEFENDER account. */
const FOR_DESK = [DESK_ACCOUNT, STUDY_WRITERS, DESK_ADMINS, BOOKKEEPERS, CLASSIC, NEW_CLASSIC, UNIT_EDITORS]
const SUPPORT: readonly Who[] = ['staff', 'superAdmin']
const SUPER_ADMINS: readonly Who[] = ['superAdmin']
const LAST_MONTH = lastMonth()
const STUDY = 'Shown study'
const SURVEY = `${STUDY} survey`

interface Line {
  readonly heading: string
  readonly openTo: readonly Who[]
}
const page = (heading: string, openTo: readonly Who[] = DESK_ACCOUNT): Line => ({ heading, openTo })

/**
 * The pages of a project, under two prefixes: the second path of each is made of the first one's options
 * (app/twin-routes.test.ts).
 */
const OF_A_PROJECT: Readonly<Record<string, Line>> = {
  new: page('New project', STUDY_WRITERS),
  '$projectUID/details': page(STUDY),
  '$projectUID/reconciliation': page(`Reconciliation of ${STUDY}`),
  '$projectUID/documents': page(STUDY),
  '$projectUID/survey/new': page('New survey', STUDY_WRITERS),
  '$projectUID/edit': page(STUDY),
  '$projectUID/survey/$surveyUID/stream/new': page('New DIY source', STUDY_WRITERS),
  '$projectUID/survey': page(STUDY),
  '$projectUID/survey/$surveyUID/streams': page(SURVEY),
  '$projectUID/survey/$surveyUID/stream/$streamId': page('North panel'),
  '$projectUID/survey/$surveyUID/edit': page(SURVEY),
  '$projectUID/survey/$surveyUID/manual-streams/new': page('New Classic source', NEW_CLASSIC),
  '$projectUID/survey/$surveyUID/manual-streams/$streamUID': page('Old panel', CLASSIC),
}
const pagesUnder = (prefix: string) =>
  Object.fromEntries(Object.entries(OF_A_PROJECT).map(([path, line]) => [`${prefix}/${path}`, line]))

/** One line for each route of a session: its heading, and to whom it is more than 'Page not found' or the way to a page of their own (domain.md §8). */
const ROUTES: Readonly<Record<string, Line>> = {
  '/projects': page('Projects'),
  ...pagesUnder(PROJECT_PREFIXES.own),
  ...pagesUnder(PROJECT_PREFIXES.twin),
  '/suppliers': page('Suppliers'),
  '/suppliers/$supplierId': page('Kestrel'),
  '/suppliers/new': page('New supplier', DESK_ADMINS),
  '/qualifications': page('Qualifications'),
  '/alerts': page('Alerts'),
  '/reports': page('Reports'),
  '/reports/$type': page('Traffic'),
  '/defender/metrics': page('Defender Metrics', [...DESK_ACCOUNT, ...DEFENDERS]),
  // charges; the debts to suppliers are a part of it for users who see supply prices
  '/statements': page('Statements'),
  '/statements/disputes': page('Disputes', CLASSIC),
  '/statements/$month': page(`Without a supplier, ${LAST_MONTH.name}`, CLASSIC),
  '/admin/audit-log': page('Audit log', ADMINS),
  '/admin/users': page('Users', ADMINS),
  '/admin/quality-questions': page('Quality questions', ADMINS),
  '/admin/webhooks': page('Webhooks', DESK_ADMINS),
  '/admin/alert-rules': page('Alert rules', DESK_ADMINS),
  '/admin/defender-rules': page('Defender rules', DESK_ADMINS),
  '/defender/suppliers': page('Supplier performance', SCORECARD_READERS),
  '/defender/review': page('Review', SCORECARD_READERS),
  '/defender/trends': page('Platform trends', SCORECARD_READERS),
  '/admin/block-list': page('Block and watch lists', DESK_ADMINS),
  '/defender/terminationoverview': page('Termination Overview', DEFENDERS),
  '/defender/search': page('Search', DEFENDERS),
  '/defender/activity': page('Activity', DEFENDERS),
  // of accounts that may export, as Shield Quality may
  '/defender/export-data': page('Export Data', DEFENDERS),
  '/admin/return-hashing': page('Return hashing', DESK_ADMINS),
  '/admin/rate-card-templates': page('Rate cards', BOOKKEEPERS),
  '/admin/single-sign-on': page('Single sign-on', ADMINS),
  '/admin/supplier-accounts': page('Supplier accounts', DESK_ADMINS),
  '/admin/api-keys': page('API keys', ADMINS),
  // of an account that invoices by them, which that of the staff does not
  '/admin/business-unit': page('Business units', UNIT_EDITORS),
  '/admin/accounts-creation': page('New account', SUPER_ADMINS),
  '/admin/accounts-management': page('Accounts', SUPER_ADMINS),
  '/admin/accounts-management/$accountId': page('Managed account', SUPER_ADMINS),
  '/admin/logo': page('Logo', ADMINS),
  '/admin/privacy': page('Privacy', DESK_ADMINS),
  '/admin/accounts-features': page('Features', SUPER_ADMINS),
  '/admin/platform': page('Platform', SUPER_ADMINS),
  '/support/sessions': page('Sessions', SUPPORT),
  '/support/sessions/$journal': page('Session', SUPPORT),
  '/support/links/$token': page('This link leads nowhere', SUPPORT),
  '/experimental': page('Machines of this tab', SUPER_ADMINS),
  '/labs-1': page('Labs', SUPER_ADMINS),
  '/labs-1/chat': page('Assistant', SUPER_ADMINS),
  '/labs-1/sortable': page('Own order', SUPER_ADMINS),
  '/assistant': page('Assistant'),
}

/** Their pages are measured (day.md §1). */
const MEASURED: readonly Who[] = ['superAdmin', 'defenderAdmin']
/** The lists of field work: their first row is near the top, at 1024 px as well. */
const FIELD_LISTS: ReadonlySet<string> = new Set(['/projects', `${PROJECT_PREFIXES.own}/$projectUID/survey`])
/** Other pages that are a list. */
const LISTS: ReadonlySet<string> = new Set([
  `${PROJECT_PREFIXES.own}/$projectUID/survey/$surveyUID/streams`,
  `${PROJECT_PREFIXES.own}/$projectUID/documents`,
  '/suppliers',
  '/qualifications',
  '/alerts',
  '/reports/$type',
  '/statements/disputes',
  '/admin/audit-log',
  '/admin/users',
  '/admin/webhooks',
  '/admin/rate-card-templates',
  '/admin/supplier-accounts',
  '/admin/api-keys',
  '/admin/accounts-management',
  '/defender/suppliers',
  '/defender/review',
  '/support/sessions',
])

const listOf = (route: string) => (FIELD_LISTS.has(route) ? 'of field work' : LISTS.has(route) ? 'other' : 'none')

/**
 * They open the pages of a project under both prefixes, the others under one: to each of these, a page is open,
 * refused, or another account's.
 */
const BY_BOTH_PREFIXES: readonly Who[] = ['user', 'defenderUser']

/**
 * Routes that are tested elsewhere, as they hold no page or are open without a session: routes.e2e.ts, session.e2e.ts
 * and password-reset.e2e.ts (those without a session), qualifications.e2e.ts (its editor, which asks the data).
 */
const LEAD_ON = [
  '/',
  '/$',
  '/manage/$',
  '/manage/project/$',
  '/projects/$projectUID',
  '/projects/$projectUID/$',
  '/admin',
  '/admin/general',
]
const WITHOUT_SESSION = [
  '/login',
  '/logout',
  '/page-redirection',
  '/session-expired',
  '/forgot-password',
  '/password-manager',
  '/reset-password/$resetToken',
  '/change-password',
  '/second-factor',
]
const ELSEWHERE = [...LEAD_ON, ...WITHOUT_SESSION, '/qualifications/$qualificationId', '/qualifications/new']

/** The way to a route in an account that has a study and a supplier. */
async function setUpPages(desk: Desk, accountId: number): Promise<(route: string) => string> {
  const study = await desk.newStudy(accountId, STUDY, {
    sources: ['North panel', { name: 'Old panel', type: 'classic' }],
  })
  const sourceId = study.sources['North panel']?.sourceId
  await makeRespondents(desk.database, { accountId, sourceId: sourceId ?? 0 }, [randomUUID()], {
    endedAtMs: LAST_MONTH.middleMs,
  })
  const ids: Readonly<Record<string, number | string | undefined>> = {
    $month: LAST_MONTH.month,
    $projectUID: study.projectId,
    $surveyUID: study.surveyId,
    $streamId: sourceId,
    $streamUID: study.sources['Old panel']?.sourceId,
    $supplierId: await desk.maker.supplier({ accountId, name: 'Kestrel' }),
    $accountId: await desk.maker.account({ name: 'Managed account', parentAccountId: DEMO_ACCOUNTS.staff }),
    $journal: 'nobodys',
    $token: 'nobodys',
    $type: 'traffic',
  }
  return route => route.replaceAll(/\$\w+/g, name => String(ids[name]))
}

const heading = (shown: Page) => shown.getByRole('main').getByRole('heading', { level: 1 })

/** The expected result of a visit to a route. */
interface Opening {
  readonly route: string
  readonly isOpen: boolean
  readonly at: string
  readonly heading: string
}

/**
 * In an order that repeats no heading where possible: the shown heading is then of this route, and no page has to come
 * between.
 */
function withoutRepeats(openings: readonly Opening[], first: string): readonly Opening[] {
  const left = new Map<string, Opening[]>()
  for (const opening of openings) left.set(opening.heading, [...(left.get(opening.heading) ?? []), opening])
  const ordered: Opening[] = []
  while (ordered.length < openings.length) {
    const seen = ordered.at(-1)?.heading ?? first
    const others = [...left.values()].filter(group => group.length > 0 && group[0]?.heading !== seen)
    const [most] = others.toSorted((one, other) => other.length - one.length)
    const next = (most ?? left.get(seen))?.shift()
    if (next === undefined) throw new Error('Openings are lost.')
    ordered.push(next)
  }
  return ordered
}

/** Opens every route as this person. Where the heading before would be the same, a page of their own comes between. */
async function opens(shown: Page, who: Who, pathOf: (route: string) => string): Promise<void> {
  const isDefender = who === 'defenderUser' || who === 'defenderAdmin'
  const [home, homeHeading] = isDefender
    ? ['/defender/terminationoverview', 'Termination Overview']
    : ['/projects', 'Projects']
  let seen = homeHeading
  const goTo = async (path: string, at: string, expected: string) => {
    await goToHash(shown, path)
    await expect(shown).toHaveURL(atHash(at))
    await expect(heading(shown)).toHaveText(expected)
    seen = expected
  }
  await expect(heading(shown)).toHaveText(seen)
  const openings = Object.entries(ROUTES)
    .filter(([route]) => !route.startsWith(`${PROJECT_PREFIXES.twin}/`) || BY_BOTH_PREFIXES.includes(who))
    .map(([route, { heading: own, openTo }]): Opening => {
      const isOpen = openTo.includes(who)
      // The pages of a DESK account lead a DEFENDER account to its index.
      return isDefender && FOR_DESK.includes(openTo)
        ? { route, isOpen, at: home, heading: homeHeading }
        : { route, isOpen, at: pathOf(route), heading: isOpen ? own : 'Page not found' }
    })
  for (const { route, isOpen, at, heading: expected } of withoutRepeats(openings, homeHeading))
    await test.step(`${who} at ${route}: ${isOpen ? 'open' : 'refused'}`, async () => {
      // what leads to the index leaves the path that was asked for, which its address shows
      if (seen === expected && at !== home) await goTo(home, home, homeHeading)
      await goTo(pathOf(route), at, expected)
      if (isOpen && MEASURED.includes(who) && !route.startsWith(`${PROJECT_PREFIXES.twin}/`))
        expect.soft(await frameFaults(shown, listOf(route)), `the frame of ${route}`).toEqual([])
    })
}

// each of them is another user: whichever worker is free takes the next one
test.describe.configure({ mode: 'parallel' })

test('every route that asks for a session has its line here or a test elsewhere', () => {
  const generated = readFileSync(
    join(import.meta.dirname, '..', '..', 'apps', 'web', 'src', 'app', 'routeTree.gen.ts'),
    'utf8',
  )
  const routes = [
    ...(/interface FileRoutesByTo \{([^}]*)\}/.exec(generated)?.[1] ?? '').matchAll(/'(\/.*)':/g),
  ].flatMap(([, route = '']) => [route, twinOf(route) ?? []].flat())
  expect(routes.toSorted()).toEqual([...Object.keys(ROUTES), ...ELSEWHERE].toSorted())
})

const PEOPLE: Readonly<Record<Who, { readonly account: 'acme' | 'staff' | 'shield'; readonly roleId: RoleId }>> = {
  user: { account: 'acme', roleId: 2 },
  admin: { account: 'acme', roleId: 1 },
  staffUser: { account: 'staff', roleId: 2 },
  staff: { account: 'staff', roleId: 1 },
  superAdmin: { account: 'staff', roleId: 3 },
  finance: { account: 'acme', roleId: 4 },
  readOnly: { account: 'acme', roleId: 5 },
  defenderUser: { account: 'shield', roleId: 2 },
  defenderAdmin: { account: 'shield', roleId: 1 },
}

// each goes through every route
test.setTimeout(480_000)
for (const [who, { account, roleId }] of Object.entries(PEOPLE) as [Who, (typeof PEOPLE)[Who]][]) {
  // Object.entries forgets the keys
  const under = BY_BOTH_PREFIXES.includes(who) ? ', under both prefixes of a project,' : ''
  test(`${who} opens every route that is theirs${under} and none that is not (§2.9, §2.17, §2.18, §2.19, §2.20, §2.21, §2.23, §6.11)`, async ({
    desk,
    visit,
  }) => {
    const accountId = DEMO_ACCOUNTS[account]
    const pathOf = await setUpPages(desk, accountId)
    const { username } = await desk.maker.user({ accountId, roleId, isStaff: account === 'staff' })
    const shown = await visit(username, '/', { token: await desk.signIn(username, TEST_PASSWORD) })
    await opens(shown, who, pathOf)
  })
}

test('without a session every route leads to the sign-in (§4.6)', async ({ desk, newBrowser }) => {
  const pathOf = await setUpPages(desk, DEMO_ACCOUNTS.acme)
  const shown = await (await newBrowser()).newPage()
  await shown.goto('/#/login')
  await expect(heading(shown)).toHaveText('Sign in')
  for (const route of Object.keys(ROUTES)) {
    await goToHash(shown, pathOf(route))
    await expect(shown).toHaveURL(({ hash }) => hash === '#/login' || hash.startsWith('#/login?redirect='))
    await expect(heading(shown)).toHaveText('Sign in')
  }
})
