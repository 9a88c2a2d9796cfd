import { afterAll, beforeAll, beforeEach } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { serveRespondents } from './serve-respondents.ts'
import { makeStudy, type Study, type StudySpec } from './study.ts'

/** An answer at a respondents' link. */
export interface Got {
  readonly status: number
  readonly location: string | null
  readonly text: string
  readonly headers: Headers
}

/** Asks at a link, and follows no redirect. */
export async function got(url: string, init: RequestInit = {}): Promise<Got> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
    headers: response.headers,
  }
}

/** Serves the respondents' links over a database of this test file, with a new study for each test. */
export function useLinks() {
  const fresh = useDatabase()
  let served: Awaited<ReturnType<typeof serveRespondents>> | undefined
  let study: Study | undefined
  const makeOne = (spec?: StudySpec): Promise<Study> => fresh().database.asSystem(tx => makeStudy(tx, spec))
  beforeAll(async () => {
    served = await serveRespondents(fresh().database)
  })
  afterAll(async () => {
    served?.server.close()
    served?.server.closeAllConnections()
    await served?.stop()
  })
  beforeEach(async () => {
    study = await makeOne()
  })
  const url = (): string => served?.url ?? ''
  const present = (): Study => {
    if (study === undefined) throw new Error('useLinks() gives its study to tests, not while the file is read')
    return study
  }
  const get = (path: string, init?: RequestInit): Promise<Got> => got(`${url()}${path}`, init)
  return {
    fresh,
    url,
    study: present,
    makeOne,
    /** Puts a study of another kind in the place of this test's. */
    useOne: async (spec: StudySpec): Promise<void> => {
      study = await makeOne(spec)
    },
    get,
    post: (body: string, type = 'application/json'): Promise<Got> =>
      get('/return', { method: 'POST', body, headers: { 'Content-Type': type } }),
    enter: (rid: string, query = ''): Promise<Got> => get(`/entry/${present().sourceId}?rid=${rid}${query}`),
  }
}

/** The RDUD in the address of the survey to which a respondent was sent. */
export const rdudOf = ({ location }: Got): string => /id=([0-9a-z]+-[0-9a-f]{32})$/.exec(location ?? '')?.[1] ?? ''

/** The sentence of a page, or of a body. */
export const message = ({ text }: Got): string =>
  /<p>(.*)<\/p>/.exec(text)?.[1]?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') ??
  (JSON.parse(text) as { message: string }).message // our own answers
