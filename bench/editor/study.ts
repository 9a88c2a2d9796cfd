import { STATUS_CODES } from '@desk/schema/statuses/status'
import { StudyMaker } from '@desk/platform/testing/study'
import type { BenchDatabase } from '../desk/database.ts'
import { signIn, someoneOf } from '../desk/study.ts'

/** One source to edit: as many quotas, and one qualification with as many options, all of which pass. */
export interface EditedSource {
  /** The path of its editor in the client. */
  readonly path: string
  readonly qualification: string
  readonly quotas: number
  readonly options: number
}

export interface EditorStudy {
  readonly person: { readonly username: string; readonly password: string }
  /** Makes a draft through the API, as an editor would save it. */
  source(size: { readonly quotas: number; readonly options: number }): Promise<EditedSource>
}

const COUNTRY = 840
const QUOTAS_A_GROUP = 50

/** A live survey of an account of its own, and someone who may edit its sources. */
export async function editorStudy({ database, asOwner }: BenchDatabase, platformUrl: string): Promise<EditorStudy> {
  const make = new StudyMaker(database)
  const { accountId, projectId, surveyId, supplierId } = await make.study()
  const person = await someoneOf(database, accountId)
  const token = await signIn(platformUrl, person)
  const [english] = (await asOwner(`select language_id as id from language where iso = 'en'`)) as { id: number }[] // the column that it selects

  async function call<Body>(method: string, path: string, body: unknown): Promise<Body> {
    const response = await fetch(platformUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
      },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    return (await response.json()) as Body // the contract's, as the caller names it
  }

  return {
    person,
    async source({ quotas, options }) {
      const qualification = `Area of ${options}`
      const param = `area_${options}`
      const { qualification_texts: texts } = await call<{ qualification_texts: { qualification_texts_id: number }[] }>(
        'POST',
        '/v2/qualifications',
        {
          qualifications_name: qualification,
          qualification_type_cd: 1,
          qualification_category_cd: 9,
          qualification_class_cd: 2,
          qualification_access_cd: 1,
          precode: param,
          qualification_univeral_name: param,
          qualification_texts: [
            { qualification_texts_name: 'Where do you live?', languages_id: english?.id, country_id: COUNTRY },
          ],
        },
      )
      const codes = Array.from({ length: options }, (_, at) => String(at + 1))
      await call('PUT', `/v2/qualification-texts/${texts[0]?.qualification_texts_id}/qualification-options`, {
        qualification_options: codes.map((precode, at) => ({
          precode,
          sort_order_nbr: at + 1,
          qualification_options_name: `Area ${precode}`,
          qualification_options_english_name: `Area ${precode}`,
        })),
      })
      const sourceId = await make.source({
        accountId,
        projectId,
        surveyId,
        status: STATUS_CODES.draft,
        target: 10 * quotas,
        supplierIds: [supplierId],
      })
      const codesAQuota = Math.floor(options / quotas)
      const quota = (no: number) => ({
        name: `Quota ${no + 1}`,
        target: 10,
        conditions: [{ param, in: codes.slice(no * codesAQuota, (no + 1) * codesAQuota) }],
      })
      await call('POST', '/v2/survey-quals-quotas', {
        stmid: sourceId,
        qualifications: [{ name: qualification, param, in: codes }],
        quota_groups: Array.from({ length: Math.ceil(quotas / QUOTAS_A_GROUP) }, (_, group) => ({
          name: `Group ${group + 1}`,
          quotas: Array.from({ length: Math.min(QUOTAS_A_GROUP, quotas - group * QUOTAS_A_GROUP) }, (_, at) =>
            quota(group * QUOTAS_A_GROUP + at),
          ),
        })),
      })
      return {
        path: `/manage/project/${projectId}/survey/${surveyId}/stream/${sourceId}`,
        qualification,
        quotas,
        options,
      }
    },
  }
}
