import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD, type Study } from '#testing/study'

/** Calls the platform as a signed-in user. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** The caller at the time of asking. */
const late =
  (who: () => Ask): Ask =>
  (...call) =>
    who()(...call)

/**
 * A platform with a study, and callers of the qualification endpoints: the account's admin, its user, a user with
 * custom_qual_create, another account's admin, and a DEFENDER account's.
 */
export function useQualificationAsks() {
  const platform = usePlatform()

  let study: Study
  let admin: Ask
  let user: Ask
  let maker: Ask
  let otherAccount: Ask
  let defender: Ask
  const ids = { english: 0, german: 0, us: 840, gb: 826, de: 276 }

  beforeAll(async () => {
    const { database } = platform()
    const make = new StudyMaker(database)
    study = await make.study()
    const askAs = async (accountId: number, roleId: 1 | 2, mayMake = false): Promise<Ask> => {
      const { username, userId } = await make.user({ accountId, roleId })
      if (mayMake)
        await database.asSystem(tx =>
          sql`update app_user set custom_qual_create = true where user_id = ${userId}`.execute(tx),
        )
      const token = await platform().signIn(username, TEST_PASSWORD)
      return (method, path, body, headers = {}) =>
        platform().call(method, path, { token, headers, ...(body === undefined ? {} : { body }) })
    }
    admin = await askAs(study.accountId, 1)
    user = await askAs(study.accountId, 2)
    maker = await askAs(study.accountId, 2, true)
    otherAccount = await askAs(await make.account(), 1)
    defender = await askAs(await make.account({ type: 'DEFENDER' }), 1)
    const { rows } = await database.readAsSystem(tx =>
      sql<{ iso: string; id: number }>`select iso, language_id as id from language where iso in ('en', 'de')`.execute(
        tx,
      ),
    )
    ids.english = rows.find(({ iso }) => iso === 'en')?.id ?? 0
    ids.german = rows.find(({ iso }) => iso === 'de')?.id ?? 0
  })

  let made = 0
  const newForm = (more: object = {}) => ({
    qualifications_name: 'Coffee drinker',
    qualification_type_cd: 1,
    qualification_category_cd: 9,
    qualification_class_cd: 2,
    qualification_access_cd: 1,
    precode: `coffee_${++made}`,
    qualification_univeral_name: 'COFFEE',
    qualification_texts: [
      { qualification_texts_name: 'Do you drink coffee?', languages_id: ids.english, country_id: ids.us },
    ],
    ...more,
  })
  const create = async (more: object = {}) => (await admin('POST', '/v2/qualifications', newForm(more))).body
  const option = (at: number, more: object = {}) => ({
    sort_order_nbr: at,
    qualification_options_name: `Sorte ${at}`,
    qualification_options_english_name: `Kind ${at}`,
    ...more,
  })
  const optionsOf = (textId: number) => `/v2/qualification-texts/${textId}/qualification-options`
  const read = async (id: number) => (await admin('GET', `/v1/qualifications?uid=${id}`)).body[0]

  return {
    platform,
    study: () => study,
    admin: late(() => admin),
    user: late(() => user),
    maker: late(() => maker),
    otherAccount: late(() => otherAccount),
    defender: late(() => defender),
    ids,
    newForm,
    create,
    option,
    optionsOf,
    read,
  }
}
