import { heldByProject } from '@desk/schema/statuses/held-by'
import { hasEnded, STATUS_CODES } from '@desk/schema/statuses/status'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { momentText } from '#ui/format/moments.ts'
import { countText, minutesText, moneyText, round } from '#ui/format/figures.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ControlCentreButton } from '#kit/defender/control-centre-button.tsx'
import { PageHead, type HeadAction, type HeadFact } from '#kit/heads/page-head.tsx'
import { openLaunch } from '#kit/statuses/overlay-subjects.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { cents } from '#kit/tables/figure-columns.ts'
import { useZone, type UserZone } from '#kit/zones/use-zone.ts'

export interface SurveyHeadProps {
  survey: SurveyDetail | null
  project: ProjectDetail | null
  projectUID: number
  /** The actions, and those behind the menu. */
  actions?: React.ReactNode
  more?: readonly HeadAction[]
}

/** The head of a survey's source table: breadcrumb, status, target and stated values. */
export function SurveyHead({ survey, project, projectUID, actions, more = [] }: SurveyHeadProps) {
  const zone = useZone()
  const mayLaunch = useMayCall('statuses.launch')
  const mayEdit = useMayCall('surveys.update')
  const projectName = survey?.pm_proj_name ?? project?.pm_proj_name ?? 'Project'
  return (
    <PageHead
      crumbs={[
        { label: 'Projects', href: '#/projects' },
        { label: projectName, href: `#/projects/${projectUID}/survey` },
        { label: survey?.pm_sy_name ?? 'Survey' },
      ]}
      title={survey?.pm_sy_name ?? null}
      loadingLabel="Loading the survey"
      status={
        survey === null ? null : (
          <>
            <StatusMenu
              scope="survey"
              id={survey.pm_sy_ud}
              name={survey.pm_sy_name}
              statusid={survey.statusid}
              heldBy={heldByProject(survey)}
              reason={survey.status_reason}
              changedBy={survey.status_changed_by}
            />
            <ControlCentreButton of={{ scope: 'survey', id: survey.pm_sy_ud, name: survey.pm_sy_name }} />
          </>
        )
      }
      facts={survey === null ? [] : surveyFacts(survey, zone)}
      more={
        survey === null ||
        !mayLaunch ||
        survey.effective_statusid === STATUS_CODES.draft ||
        hasEnded(survey.effective_statusid)
          ? more
          : [{ label: 'Launch…', onAction: () => launch(survey) }, ...more]
      }
      actions={
        survey === null ? undefined : (
          <>
            {mayLaunch && survey.effective_statusid === STATUS_CODES.draft ? (
              <Button onPress={() => launch(survey)}>Launch…</Button>
            ) : null}
            <a className={buttonClass()} href={`#/manage/project/${projectUID}/survey/${survey.pm_sy_ud}/edit`}>
              {mayEdit ? 'Edit survey' : 'View survey'}
            </a>
            {actions}
          </>
        )
      }
    />
  )
}

const launch = ({ pm_sy_ud: id, pm_sy_name: name }: SurveyDetail) => openLaunch({ scope: 'survey', id, name })

function surveyFacts(survey: SurveyDetail, zone: UserZone): HeadFact[] {
  const place = [survey.country_name, survey.language_name].filter(part => part !== null).join(', ')
  const price = survey.pm_sy_client_cpi
  return [
    { name: 'Target', value: countText(survey.respondents) },
    ...(place === '' ? [] : [{ name: 'Country', value: place }]),
    { name: 'LOI', value: `${minutesText(survey.est_loi)} min` },
    { name: 'IR', value: `${round(survey.qualifying_rate, 1)}%` },
    ...(price === undefined || price === null ? [] : [{ name: 'Sell', value: moneyText(cents(price)) }]),
    ...(survey.out_of_field_date === null
      ? []
      : [{ name: 'Out of field', value: momentText(survey.out_of_field_date, zone.name) }]),
  ]
}
