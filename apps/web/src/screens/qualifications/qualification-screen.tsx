import { hasNoOptions } from '@desk/schema/qualifications/qualification-codes'
import type { Qualification } from '@desk/schema/qualifications/qualification'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../../widgets/errors/load-failure.tsx'
import { NotFound } from '../../widgets/errors/not-found.tsx'
import screen from '../../widgets/heads/screen.module.css'
import { HistoryPanel } from '../../widgets/history/history-panel.tsx'
import { OptionsSection } from './options-section.tsx'
import { QUALIFICATIONS } from './qualification-cache.ts'
import { QualificationEditor } from './qualification-editor.tsx'
import { historyFields, qualificationPlan } from './qualification-plan.ts'
import { QualificationView } from './qualification-view.tsx'
import { useLocales, useMayWrite } from './use-qualification-lists.ts'

/** A qualification (api:Q1), read anew each time: what is edited is what is stored now. */
function useQualification(id: number | null) {
  return useQuery({
    queryKey: [QUALIFICATIONS, id],
    queryFn: async ({ signal }): Promise<Qualification | null> => (await desk.api.call('qualifications.find', { query: { uid: id ?? 0 }, signal }))[0] ?? null,
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

const NO_FIELDS = historyFields(qualificationPlan({ languages: [], countries: [] }))

function OneQualification({ me, id }: { readonly me: CurrentUser; readonly id: number | null }) {
  const mayWrite = useMayWrite(me)
  const locales = useLocales()
  const { data = null, error, isFetching, refetch } = useQualification(id)
  useAppTitle(id === null ? 'New qualification' : (data?.qualifications_name ?? 'Qualification'))
  if ((id === null && mayWrite === false) || (isMissing(error) && data === null)) return <NotFound />
  const failure = (data === null ? error : null) ?? locales.error
  if (failure !== null) {
    return <LoadFailure title="The qualification did not load" failure={failure} onRetry={() => void Promise.all([refetch(), locales.refetch()])} isRetrying={isFetching} />
  }
  if (locales.isPending || mayWrite === null || (id !== null && data === null)) return <Skeleton label="Loading the qualification" height="48px" lines={6} />
  if (data === null) return <QualificationEditor me={me} qualification={null} locales={locales} />
  const isEditable = mayWrite && !data.is_library
  return (
    <div className={screen['screen']}>
      {isEditable ? <QualificationEditor key={data.version} me={me} qualification={data} locales={locales} /> : <QualificationView qualification={data} mayCopy={mayWrite} />}
      {hasNoOptions(data.qualification_type_cd) ? null : <OptionsSection qualification={data} isEditable={isEditable} />}
      {data.is_library ? null : <HistoryPanel scope="qualification" id={data.qualifications_ud} fields={NO_FIELDS} />}
    </div>
  )
}

/** One qualification, or a new one (§2.15): whoever may write edits it, everybody else of the account reads it (domain.md §8). */
export function QualificationScreen({ id }: { readonly id: number | null }) {
  const me = useUser()
  return me === null ? null : <OneQualification me={me} id={id} />
}
