import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import { surveyUrlFault } from '@desk/schema/surveys/survey-url'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { StudyMaker, type Study } from '#testing/study'

const platform = usePlatform({ practiceSurvey: true })
const without = usePlatform()
let study: Study
beforeEach(async () => {
  const { database } = platform()
  study = await new StudyMaker(database).study()
  await database.asSystem(async tx => {
    await sql`update survey set survey_url = ${PRACTICE_SURVEY_URL} where survey_id = ${study.surveyId}`.execute(tx)
    await sql`insert into supplier_redirect (account_id, supplier_id, type, url) values (${study.accountId}, ${study.supplierId}, 'default', 'https://panel.example/back?o=[%OUTCOME%]&id=[%RID%]')`.execute(
      tx,
    )
  })
})

const get = async (path: string) => {
  const response = await fetch(`${platform().url}${path}`, { redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}
const linksOf = (text: string) =>
  new Map(
    [...text.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, address = '', label = '']) => [
      label,
      address.replaceAll('&amp;', '&'),
    ]),
  )

async function practise(rid: string): Promise<ReadonlyMap<string, string>> {
  const entered = await get(`/entry/${study.sourceIds[0]}?sup=${study.supplierId}&rid=${rid}`)
  expect([entered.status, entered.location?.split('?')[0]]).toEqual([302, '/practice-survey'])
  const page = await get(entered.location!)
  expect(page.status).toBe(200)
  return linksOf(page.text)
}

describe('the practice survey', () => {
  test('its address is a survey URL (§5.1)', () => expect(surveyUrlFault(PRACTICE_SURVEY_URL)).toBeNull())

  test('has a link for each outcome, and each leads on to the supplier with that outcome (§3.17)', async () => {
    const wanted = {
      Complete: 'complete',
      'Screened out by the client': 'termination',
      'Quota is full': 'overquota',
      'Quality termination': 'quality',
      'Security termination': 'security',
    }
    for (const [label, outcome] of Object.entries(wanted)) {
      const links = await practise(`r-${outcome}`)
      expect([...links.keys()]).toEqual(Object.keys(wanted))
      expect((await get(links.get(label)!)).location).toBe(`https://panel.example/back?o=${outcome}&id=r-${outcome}`)
    }
  })

  test('its returns carry the hash that an account requires', async () => {
    await platform().database.asSystem(async tx => {
      await sql`update account set hash_required = true where account_id = ${study.accountId}`.execute(tx)
      await sql`insert into hash_key (account_id, secret) values (${study.accountId}, 'practice-secret')`.execute(tx)
    })
    const links = await practise('hashed')
    expect((await get(links.get('Complete')!)).location).toBe('https://panel.example/back?o=complete&id=hashed')
  })

  test('without a known respondent shows a page that says so, and nothing to return with', async () => {
    const nobody = `${study.accountId.toString(36)}-${'0'.repeat(32)}`
    const pages = []
    for (const query of ['', '?rdud=x', `?rdud=${nobody}`, '?rdud=%00', '?rdud=1&rdud=2']) {
      const { status, text } = await get(`/practice-survey${query}`)
      const [, title] = /<h1>([^<]*)<\/h1>/.exec(text) ?? []
      pages.push([status, title, text.includes('This respondent is not known here.'), text.includes('<a ')])
    }
    const unknown = [404, 'This link does not lead anywhere', true, false]
    const unreadable = [400, 'This link cannot be read', false, false]
    expect(pages).toEqual([unknown, unknown, unknown, unreadable, unreadable])
  })

  test('signs no return of another survey, whose respondents are unknown here (domain.md §3)', async () => {
    await platform().database.asSystem(async tx => {
      await sql`update survey set survey_url = 'https://client.example/s?id=[%RDUD%]' where survey_id = ${study.surveyId}`.execute(
        tx,
      )
      await sql`insert into hash_key (account_id, secret) values (${study.accountId}, 'client-secret')`.execute(tx)
    })
    const { location } = await get(`/entry/${study.sourceIds[0]}?sup=${study.supplierId}&rid=honest`)
    const rdud = new URL(location!).searchParams.get('id')
    const { status, text } = await get(`/practice-survey?rdud=${rdud}`)
    expect([status, text.includes('<a ')]).toEqual([404, false])
  })

  test('is a page that says that there is none, with 404, unless it is switched on', async () => {
    const response = await fetch(`${without().url}/practice-survey?rdud=x`)
    const text = await response.text()
    expect([response.status, response.headers.get('content-type'), text.includes('<a ')]).toEqual([
      404,
      'text/html; charset=utf-8',
      false,
    ])
    expect(text).toContain('<h1>There is no practice survey here</h1>')
  })
})
