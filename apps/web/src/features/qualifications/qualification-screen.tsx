import { hasNoOptions } from '@desk/schema/qualifications/qualification-codes'
import type { Qualification } from '@desk/schema/qualifications/qualification'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '#runtime/api/api-error.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useOpened } from '#runtime/hooks/use-opened.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import screen from '#kit/heads/screen.module.css'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { OptionsSection } from './options-section.tsx'
import { QUALIFICATIONS } from './qualification-cache.ts'
import { QualificationEditor } from './qualification-editor.tsx'
import { historyFields, qualificationPlan } from './qualification-plan.ts'
import { QualificationView } from './qualification-view.tsx'
import styles from './qualifications.module.css'

/** The languages and countries in which texts are asked (§3.27). */
function useLocales() {
  const desk = useDesk()
  const languages = useQuery({ ...desk.query('lookups.languages', {}), staleTime: Number.POSITIVE_INFINITY })
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), staleTime: Number.POSITIVE_INFINITY })
  return {
    languages: languages.data ?? [],
    countries: countries.data ?? [],
    isPending: languages.isPending || countries.isPending,
    reads: [languages, countries],
  }
}

/** A qualification (api:Q1), read each time, so that an edit begins with the stored values. */
function useQualification(id: number | null) {
  const desk = useDesk()
  return useQuery({
    queryKey: [QUALIFICATIONS, id],
    queryFn: async ({ signal }): Promise<Qualification | null> =>
      (await desk.api.call('qualifications.find', { query: { uid: id ?? 0 }, signal }))[0] ?? null,
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

const NO_FIELDS = historyFields(qualificationPlan({ languages: [], countries: [] }))

function OneQualification({ me, id }: { readonly me: CurrentUser; readonly id: number | null }) {
  const { history } = useDesk()
  const mayWrite = mayCall(me, 'qualifications.create')
  const locales = useLocales()
  const read = useQualification(id)
  const { data = null } = read
  /** The last saved qualification. A later read must not overwrite typed text. */
  const [saved, setSaved] = useState<Qualification | null>(null)
  useAppTitle(id === null ? 'New qualification' : (data?.qualifications_name ?? 'Qualification'))
  useOpened(
    id === null || data === null
      ? null
      : { scope: 'qualification', id, name: data.qualifications_name, pm_proj_ud: null, pm_sy_ud: null, type: null },
  )
  if ((id === null && !mayWrite) || (isMissing(read.error) && data === null)) return <NotFound />
  const reads = oneRead([read, ...locales.reads])
  if (reads.error !== null || locales.isPending || (id !== null && data === null))
    return <NotLoaded query={reads} title="The qualification" height="48px" lines={6} />
  // options belong to a text, and are entered once it is stored
  const openSaved = ({ qualifications_ud: saved_ud }: Qualification) => history.push(`/qualifications/${saved_ud}`)
  if (data === null) return <QualificationEditor me={me} qualification={null} locales={locales} onSaved={openSaved} />
  const isEditable = mayWrite && !data.is_library
  return (
    <div className={screen['screen']}>
      {isEditable ? (
        <QualificationEditor
          key={saved?.version}
          me={me}
          qualification={saved ?? data}
          locales={locales}
          onSaved={setSaved}
        />
      ) : (
        <QualificationView qualification={data} mayCopy={mayWrite} />
      )}
      {hasNoOptions(data.qualification_type_cd) ? null : (
        <OptionsSection qualification={data} isEditable={isEditable} />
      )}
      {data.is_library ? null : (
        <div className={styles['history']}>
          <HistoryPanel scope="qualification" id={data.qualifications_ud} fields={NO_FIELDS} />
        </div>
      )}
    </div>
  )
}

/** One qualification, or a new one (§2.15): users who may write edit it, others of the account read it (domain.md §8). */
export function QualificationScreen({ id }: { readonly id: number | null }) {
  const me = useUser()
  return me === null ? null : <OneQualification me={me} id={id} />
}
