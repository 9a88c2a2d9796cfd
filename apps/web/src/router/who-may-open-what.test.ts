import { SAMPLE_USER } from '@desk/machines/session/session.events'
import { sessionMachine } from '@desk/machines/session/session.machine'
import { start, step } from '@desk/machines/runtime/step'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { onlyForDesk } from './account-pages.ts'
import { MAY_OPEN, type Whom } from './may-open.ts'

const USER: CurrentUser = { ...SAMPLE_USER, role_id: 2 }
const ADMIN: CurrentUser = { ...USER, role_id: 1 }
const WHO = {
  visitor: null,
  user: USER,
  admin: ADMIN,
  staffUser: { ...USER, isRepdataUser: true, internalUser: true },
  staff: { ...ADMIN, isRepdataUser: true, internalUser: true },
  superAdmin: { ...ADMIN, role_id: 3, is_super_admin: true, isRepdataUser: true, internalUser: true },
  defenderUser: { ...USER, account_type: 'DEFENDER' },
  defenderAdmin: { ...ADMIN, account_type: 'DEFENDER' },
} as const satisfies Record<string, CurrentUser | null>
type Who = keyof typeof WHO

const EVERYBODY: readonly Who[] = ['visitor', 'user', 'admin', 'staffUser', 'staff', 'superAdmin', 'defenderUser', 'defenderAdmin']
const SIGNED_IN: readonly Who[] = ['user', 'admin', 'staffUser', 'staff', 'superAdmin', 'defenderUser', 'defenderAdmin']
const DESK_ACCOUNT: readonly Who[] = ['user', 'admin', 'staffUser', 'staff', 'superAdmin']
const ADMINS: readonly Who[] = ['admin', 'staff', 'superAdmin', 'defenderAdmin']
const DESK_ADMINS: readonly Who[] = ['admin', 'staff', 'superAdmin']
const SUPPORT: readonly Who[] = ['staff', 'superAdmin']
const SUPER_ADMINS: readonly Who[] = ['superAdmin']

/** One line for each route: to whom it is more than 'Page not found' or the way to a page of their own (domain.md §8). */
const OPEN_TO: Readonly<Record<string, readonly Who[]>> = {
  '/login': EVERYBODY,
  '/logout': EVERYBODY,
  '/page-redirection': EVERYBODY,
  '/session-expired': EVERYBODY,
  '/forgot-password': EVERYBODY,
  '/password-manager': EVERYBODY,
  '/reset-password/$resetToken': EVERYBODY,
  '/change-password': EVERYBODY,
  '/second-factor': EVERYBODY,

  '/': SIGNED_IN,
  '/$': SIGNED_IN,
  '/projects/': DESK_ACCOUNT,
  '/projects/new': DESK_ACCOUNT,
  '/projects/$projectUID/': SIGNED_IN,
  '/projects/$projectUID/$': SIGNED_IN,
  '/projects/$projectUID/details': DESK_ACCOUNT,
  '/projects/$projectUID/edit': DESK_ACCOUNT,
  '/projects/$projectUID/survey/': DESK_ACCOUNT,
  '/projects/$projectUID/survey/new': DESK_ACCOUNT,
  '/projects/$projectUID/survey/$surveyUID/edit': DESK_ACCOUNT,
  '/projects/$projectUID/survey/$surveyUID/streams': DESK_ACCOUNT,
  '/projects/$projectUID/survey/$surveyUID/stream/new': DESK_ACCOUNT,
  '/projects/$projectUID/survey/$surveyUID/stream/$streamId': DESK_ACCOUNT,
  '/projects/$projectUID/survey/$surveyUID/manual-streams/new': DESK_ACCOUNT,
  '/projects/$projectUID/survey/$surveyUID/manual-streams/$streamUID': DESK_ACCOUNT,
  '/manage/$': SIGNED_IN,
  '/manage/project/$': SIGNED_IN,
  '/manage/project/new': DESK_ACCOUNT,
  '/manage/project/$projectUID/details': DESK_ACCOUNT,
  '/manage/project/$projectUID/edit': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/new': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/$surveyUID/edit': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/$surveyUID/streams': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/$surveyUID/stream/new': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/$surveyUID/stream/$streamId': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/$surveyUID/manual-streams/new': DESK_ACCOUNT,
  '/manage/project/$projectUID/survey/$surveyUID/manual-streams/$streamUID': DESK_ACCOUNT,

  '/suppliers/': DESK_ACCOUNT,
  '/suppliers/$supplierId': DESK_ACCOUNT,
  '/suppliers/new': DESK_ADMINS,

  // whoever may not write them sees there that it is not there (domain.md §8): tests/e2e/qualifications.e2e.ts
  '/qualifications/': DESK_ACCOUNT,
  '/qualifications/$qualificationId': DESK_ACCOUNT,
  '/qualifications/new': DESK_ACCOUNT,

  '/admin/': ADMINS,
  '/admin/general': ADMINS,
  '/admin/users': ADMINS,
  '/admin/quality-questions': ADMINS,
  '/admin/return-hashing': DESK_ADMINS,

  '/support/sessions/': SUPPORT,
  '/support/sessions/$journal': SUPPORT,
  '/support/links/$token': SUPPORT,
  '/experimental': SUPER_ADMINS,
}

/** Routes that hold no page: they lead on at once, to one that is guarded itself. */
const LEADS_ON = ['/', '/projects/$projectUID/', '/projects/$projectUID/$', '/manage/$', '/manage/project/$', '/admin/', '/admin/general']

interface RouteFile {
  readonly id: string
  readonly path: string
  readonly text: string
  readonly holdsOthers: boolean
}

function routesThatExist(): readonly RouteFile[] {
  const generated = readFileSync(join(import.meta.dirname, 'routeTree.gen.ts'), 'utf8')
  const files = new Map([...generated.matchAll(/import \{ Route as (\w+)Import \} from '(.+)'/g)].map(([, name = '', file = '']) => [name, file]))
  const byId = /interface FileRoutesById \{([^}]*)\}/.exec(generated)?.[1] ?? ''
  return [...byId.matchAll(/'(\/.*)': typeof (\w+?)(WithChildren)?$/gm)].map(([, id = '', name = '', holdsOthers]) => {
    const file = files.get(name)
    if (file === undefined) throw new Error(`The generated tree names no file for ${id}.`)
    return { id, path: id.replace(/^\/_\w+/, ''), text: readFileSync(join(import.meta.dirname, file), 'utf8'), holdsOthers: holdsOthers !== undefined }
  })
}

const all = routesThatExist()
const pages = all.filter(({ holdsOthers }) => !holdsOthers)

/** The session of a user, as guards find it. */
const deskOf = (user: CurrentUser) => {
  const begun = step(sessionMachine, start(sessionMachine).snapshot, { type: 'app.started', hasToken: true, path: '/projects' }).snapshot
  const { snapshot } = step(sessionMachine, begun, { type: 'session.confirmed', callNo: begun.context.callNo, user, switchFlag: false, loginParentDshUd: null })
  return { session: { getSnapshot: () => snapshot } } as unknown as Parameters<typeof onlyForDesk>[0]['context']['desk'] // all that the guard reads of it
}

const isRefused = (guard: () => void): boolean => {
  try {
    guard()
    return false
  } catch {
    return true
  }
}

/** Whether the guards that these files name let somebody in. */
function letsIn(texts: readonly string[], user: CurrentUser | null): boolean {
  return texts.every(text => {
    const whom = /<OnlyFor whom="(\w+)">/.exec(text)?.[1]
    if (text.includes('whenSignedIn()') && user === null) return false
    if (whom !== undefined && (user === null || !MAY_OPEN[whom as Whom](user))) return false // the compiler holds the prop to Whom
    return !text.includes('beforeLoad: onlyForDesk') || (user !== null && !isRefused(() => onlyForDesk({ context: { desk: deskOf(user) } })))
  })
}

describe('who may open what: every route lets in whom it is for (domain.md §8, §6.11)', () => {
  test('every route has its line here, and every line its route', () => {
    expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(OPEN_TO).toSorted())
  })

  test.each(pages)('$path', ({ id, path, text }) => {
    const around = all.filter(({ id: outer, holdsOthers }) => holdsOthers && id.startsWith(`${outer}/`)).map(outer => outer.text)
    const letIn = (Object.keys(WHO) as Who[]).filter(who => letsIn([...around, text], WHO[who])) // Object.keys forgets the key type
    expect(letIn).toEqual(OPEN_TO[path])
  })

  test('the pages of a project stand under both prefixes, each with the same screen (§2.17, §2.18, §2.19, §2.20, §2.21), and so do those that make something (§2.23, domain.md §10)', () => {
    const screensUnder = (prefix: string) =>
      Object.fromEntries(
        pages
          .filter(({ path }) => path.startsWith(prefix) && path !== prefix && !LEADS_ON.includes(path))
          .map(({ path, text }) => [path.slice(prefix.length), /return <(\w+)/.exec(text)?.[1]]),
      )
    const survey = '$projectUID/survey/$surveyUID'
    const screens = {
      new: 'NewProjectPage',
      '$projectUID/details': 'ProjectDetailsPage',
      '$projectUID/edit': 'EditProjectPage',
      '$projectUID/survey/': 'SurveyListPage',
      '$projectUID/survey/new': 'NewSurveyPage',
      [`${survey}/edit`]: 'EditSurveyPage',
      [`${survey}/streams`]: 'SourceTablePage',
      [`${survey}/stream/new`]: 'NewSourcePage',
      [`${survey}/stream/$streamId`]: 'EditSourcePage',
      [`${survey}/manual-streams/new`]: 'NewClassicPage',
      [`${survey}/manual-streams/$streamUID`]: 'EditClassicPage',
    }
    expect([screensUnder('/manage/project/'), screensUnder('/projects/')]).toEqual([screens, screens])
  })

  test('what leads on is nothing but that', () => {
    expect(pages.flatMap(({ path, text }) => (/throw redirect\(/.test(text) ? [path] : [])).toSorted()).toEqual(LEADS_ON.toSorted())
  })
})
