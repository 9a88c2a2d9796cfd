import type { Answer, TestPlatform } from './platform.ts'
import { StudyMaker, TEST_PASSWORD, type Study } from './study.ts'

/** One call over HTTP with somebody's token. */
export type Ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>

/** An external account's study, and who may look at it from which side. */
export interface Stage {
  readonly make: StudyMaker
  readonly study: Study
  /** The account's own user with the plain external view. */
  readonly plain: Ask
  /** The account's own user with the advanced view, which is the internal one. */
  readonly advanced: Ask
  /** An admin of another DESK account, with the internal view. */
  readonly stranger: Ask
  /** An admin of a DEFENDER account. */
  readonly defender: Ask
}

/** Makes a study of an external account with live sources, and signs its viewers in. */
export async function stage(platform: TestPlatform): Promise<Stage> {
  const make = new StudyMaker(platform.database)
  const house = await make.account({ name: 'House', isStaff: true })
  const external = (type: 'DESK' | 'DEFENDER' = 'DESK') => make.account({ parentAccountId: house, type })
  const study = await make.study({ accountId: await external() })
  const askAs = async (accountId: number, roleId: 1 | 2, advancedView: boolean): Promise<Ask> => {
    const { username } = await make.user({ accountId, roleId, advancedView })
    const token = await platform.signIn(username, TEST_PASSWORD)
    return (method, path, body, headers = {}) => platform.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) })
  }
  return {
    make,
    study,
    plain: await askAs(study.accountId, 2, false),
    advanced: await askAs(study.accountId, 1, true),
    stranger: await askAs(await external(), 1, true),
    defender: await askAs(await external('DEFENDER'), 1, true),
  }
}
