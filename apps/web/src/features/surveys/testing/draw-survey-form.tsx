import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { SurveyForm } from '../survey-form.tsx'

const LISTS = {
  pricesClient: true,
  zones: [{ pm_code: 15, pm_code_name: '(UTC-05:00) New York', iana_name: 'America/New_York' }],
  countries: [{ pm_cy_cs_id: 840, name: 'United States of America', iso2: 'US' }],
  languages: [{ languages_id: 1, name: 'English', iso: 'en' }],
}
// of a project only what a survey's form reads
const PROJECT = { pm_proj_ud: 3, pm_proj_name: 'Study', pm_sy_client_cpi: null } as unknown as ProjectDetail

/** Draws the form of a survey; its saves succeed. */
export async function drawSurveyForm(survey: SurveyDetail, act: 'edit' | 'duplicate' = 'edit') {
  let { version } = survey
  const desk = await testDesk({
    'surveys.update': ({ body }) => ({ ...survey, ...(body as Partial<SurveyDetail>), version: (version += 1) }), // the form that was sent
  })
  await draw(
    desk,
    <SurveyForm
      me={SAMPLE_USER}
      lists={LISTS}
      project={PROJECT}
      survey={survey}
      act={act}
      focused={null}
      goTo={() => undefined}
      below={null}
    />,
  )
  return { sent: () => desk.asked.filter(({ key }) => key === 'surveys.update').map(({ body }) => body) }
}
