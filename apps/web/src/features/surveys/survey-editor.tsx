import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { FormLoading } from '#kit/forms/form-loading.tsx'
import { HISTORY, HistoryPanel } from '#kit/history/history-panel.tsx'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { PerformancePanel } from './performance-panel.tsx'
import { SurveyForm, TITLES } from './survey-form.tsx'
import { surveyHistoryFields } from './survey-history-fields.ts'
import { TestStatusPanel } from './test-status-panel.tsx'
import type { Read } from '#kit/errors/one-read.ts'
import { useCountryList, useLanguageList, useOwnAccount, useZoneList } from '#kit/forms/lookup-reads.ts'
import type { SurveyLists } from './survey-plan.ts'

/** Reads the lists of a survey's form; null until all have loaded. */
function useSurveyLists(): { readonly lists: SurveyLists | null; readonly reads: readonly Read[] } {
  const account = useOwnAccount()
  const zones = useZoneList()
  const countries = useCountryList()
  const languages = useLanguageList()
  const reads = [account, zones, countries, languages]
  const own = account.data?.[0]
  if (own && zones.data && countries.data && languages.data) {
    return {
      reads,
      lists: {
        pricesClient: own.client_cpi_flg ?? true,
        zones: zones.data,
        countries: countries.data,
        languages: languages.data,
      },
    }
  }
  return { lists: null, reads }
}

/** The two sets of paths (§2.17). */
export type SurveyPrefix = '/manage/project' | '/projects'

export interface SurveyEditorProps {
  prefix: SurveyPrefix
  act: 'create' | 'duplicate' | 'edit'
  projectUID: number
  /** The survey that is edited or duplicated; null: a new one. */
  surveyUID: number | null
  /** The field that is focused at once. */
  focused: string | null
}

/** The page that creates a survey of a project (domain.md §10), duplicates one, or edits one. */
export function SurveyEditorScreen({ prefix, act, projectUID, surveyUID, focused }: SurveyEditorProps) {
  const desk = useDesk()
  const me = useUser()
  useAppTitle(TITLES[act])
  const { lists, reads } = useSurveyLists()
  // Read each time: a form begins with the stored values.
  const project = useQuery({ ...desk.query('projects.read', { params: { id: projectUID } }), staleTime: 0, gcTime: 0 })
  const survey = useQuery({
    ...desk.query('surveys.read', { params: { id: surveyUID ?? 0 } }),
    enabled: surveyUID !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const surveys = `${prefix}/${projectUID}/survey`
  const goTo = (place: { readonly savedId: number } | 'back') =>
    desk.history.push(place === 'back' ? surveys : `${surveys}/${place.savedId}/streams`)

  const refresh = () => {
    void survey.refetch()
    void desk.queryClient.invalidateQueries({ queryKey: [HISTORY, 'survey', surveyUID] })
  }
  const stored: SurveyDetail | null | undefined =
    surveyUID === null ? null : survey.isFetchedAfterMount ? survey.data : undefined
  const isElsewhere = act === 'edit' && stored !== null && stored !== undefined && stored.pm_proj_ud !== projectUID
  if (isMissing(project.error) || isMissing(survey.error) || isElsewhere) return <NotFound />
  if (
    me !== null &&
    lists !== null &&
    stored !== undefined &&
    project.data !== undefined &&
    project.isFetchedAfterMount
  ) {
    return (
      <SurveyForm
        key={surveyUID ?? 'new'}
        me={me}
        lists={lists}
        project={project.data}
        survey={stored}
        act={act}
        focused={focused}
        goTo={goTo}
        below={
          act !== 'edit' || surveyUID === null ? null : (
            <>
              <PerformancePanel surveyUID={surveyUID} />
              <TestStatusPanel surveyUID={surveyUID} />
              <HistoryPanel scope="survey" id={surveyUID} fields={surveyHistoryFields(lists.zones)} />
              <StatusOverlays onChanged={refresh} />
            </>
          )
        }
      />
    )
  }
  return <FormLoading title={TITLES[act]} reads={[...reads, project, survey]} />
}
