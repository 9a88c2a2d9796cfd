import type { Answer, TestPlatform } from './platform.ts'
import { StudyMaker, TEST_PASSWORD, type Study, type UserOptions } from './study.ts'

/** One call over HTTP with a user's token. */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** An external account's study, with viewers of each kind. */
export interface Stage {
  readonly make: StudyMaker
  readonly study: Study
  /** The account's own user with the plain external view. */
  readonly plain: Ask
  /** The account's own user with the advanced view, which is the internal one. */
  readonly advanced: Ask
  /** An admin of another DESK account, with the internal view. */
  readonly otherAccount: Ask
  /** An admin of a DEFENDER account. */
  readonly defender: Ask
}

/** Makes a user, signs in, and gives the calls of that session. */
export async function askAs(platform: TestPlatform, make: StudyMaker, user: UserOptions): Promise<Ask> {
  const { username } = await make.user(user)
  const token = await platform.signIn(username, TEST_PASSWORD)
  return (method, path, body, headers = {}) =>
    platform.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) })
}

/** Makes a study of an external account with live sources, and signs its viewers in. */
export async function stage(platform: TestPlatform): Promise<Stage> {
  const make = new StudyMaker(platform.database)
  const house = await make.account({ name: 'House', isStaff: true })
  const external = (type: 'DESK' | 'DEFENDER' = 'DESK') => make.account({ parentAccountId: house, type })
  const study = await make.study({ accountId: await external() })
  return {
    make,
    study,
    plain: await askAs(platform, make, { accountId: study.accountId, roleId: 2 }),
    advanced: await askAs(platform, make, { accountId: study.accountId, roleId: 1, advancedView: true }),
    otherAccount: await askAs(platform, make, { accountId: await external(), roleId: 1, advancedView: true }),
    defender: await askAs(platform, make, { accountId: await external('DEFENDER'), roleId: 1, advancedView: true }),
  }
}
