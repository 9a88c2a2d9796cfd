import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { FormSection } from '#kit/forms/form-page.tsx'
import styles from '../sources.module.css'
import { RecontactEditor } from './recontact-editor.tsx'
import { PEOPLE_PAGE } from './recontact-people.tsx'

/** Known respondents whom the source invites again (api:T33–T35). */
export function Recontact({ projectId, sourceId }: Readonly<Record<'projectId' | 'sourceId', number>>) {
  return (
    <FormSection
      title="Recontact"
      description="Invites known respondents of the account again. Each gets a personal link for one use, and only they enter this source; the survey gets their first RDUD as [%ORDUD%]."
    >
      <div className={styles['wide']}>
        <StoredList projectId={projectId} sourceId={sourceId} />
      </div>
    </FormSection>
  )
}

function StoredList({ projectId, sourceId }: Readonly<Record<'projectId' | 'sourceId', number>>) {
  const desk = useDesk()
  const [offset, setOffset] = useState(0)
  const read = useQuery({
    ...desk.query('recontact.retrieve', { query: { stmid: sourceId, limit: PEOPLE_PAGE, offset } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: before => before,
  })
  const { data } = read
  if (data !== undefined)
    return (
      <RecontactEditor
        key={data.version}
        list={data}
        projectId={projectId}
        offset={offset}
        onOffset={setOffset}
        onReadAgain={() => void read.refetch()}
      />
    )
  return <NotLoaded query={read} title="The recontact list" height="32px" lines={3} />
}
