import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { GivenId } from '#ui/given-id.tsx'
import { MOST_FIND_CHARACTERS, readExplainSearch, respondentPath } from './explain-search.ts'
import { RespondentLog } from './respondent-log.tsx'
import { RespondentSteps } from './respondent-steps.tsx'
import styles from './explain-drawer.module.css'

const NOT_THERE = 404

export interface ExplainDrawerProps {
  /** The name of a source of this page, for the title. */
  nameOf: (sourceId: number) => string | undefined
}

/** Explains one respondent of a source: the steps, and the rule, threshold and value that decided each. Its state is in the URL. */
export default function ExplainDrawer({ nameOf }: ExplainDrawerProps) {
  const [raw, change] = useUrlSearch()
  const { explain, find } = readExplainSearch(raw)
  const name = explain === undefined ? undefined : nameOf(explain)
  return (
    <Drawer
      isOpen={explain !== undefined}
      title={name === undefined ? 'Explain a respondent' : `Explain a respondent of ${name}`}
      onClose={() => change({ explain: undefined, find: undefined })}
    >
      {explain === undefined ? null : (
        <Explain key={explain} sourceId={explain} find={find ?? ''} onFind={wanted => change({ find: wanted })} />
      )}
    </Drawer>
  )
}

function Explain({
  sourceId,
  find,
  onFind,
}: {
  sourceId: number
  find: string
  onFind: (find: string | undefined) => void
}) {
  const [typed, setTyped] = useState(find)
  const [shown, setShown] = useState(find)
  // Back returns to the former respondent, and the field shows it
  if (shown !== find) {
    setShown(find)
    setTyped(find)
  }
  const [isMissing, setMissing] = useState(false)
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // the next id is pasted over this one
    const input = event.currentTarget.querySelector('input')
    input?.focus()
    input?.select()
    const wanted = typed.trim()
    setMissing(wanted === '')
    if (wanted !== '' && wanted !== find) onFind(wanted)
  }
  return (
    <div className={styles['explain']}>
      <form className={styles['form']} onSubmit={submit}>
        <TextField
          label="RDUD or rid"
          description="The RDUD, or the RID from the supplier."
          value={typed}
          onChange={setTyped}
          maxLength={MOST_FIND_CHARACTERS}
          autoFocus={find === ''}
          autoComplete="off"
          {...(isMissing && typed.trim() === '' ? { errorMessage: 'Type an RDUD or a rid.' } : {})}
        />
        <Button type="submit" variant="primary">
          Explain
        </Button>
      </form>
      {find === '' ? (
        <RespondentLog sourceId={sourceId} onFind={onFind} />
      ) : (
        <>
          <Path key={find} sourceId={sourceId} find={find} />
          <div>
            <Button size="small" onPress={() => onFind(undefined)}>
              All respondents
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Not a respondent of this source: the id may belong to another source of the account, or to none. */
function Elsewhere({ find }: { find: string }) {
  const desk = useDesk()
  const { data, isPending } = useQuery({ ...desk.query('search.find', { query: { text: find } }), staleTime: 0 })
  if (isPending) return <Skeleton label="Looking in other sources" height="48px" />
  const others = data?.respondents ?? []
  return (
    <div role="status" className={styles['none']}>
      <p>
        No respondent of this source has the RDUD or rid “<GivenId text={find} />
        ”.
        {others.length === 0 ? ' Check the id.' : ' Found in another source:'}
      </p>
      {others.length === 0 ? null : (
        <ul className={styles['others']}>
          {others.map(hit => (
            <li key={hit.rdud}>
              <a href={`#${respondentPath(hit)}`}>{hit.source_name}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Path({ sourceId, find }: { sourceId: number; find: string }) {
  const desk = useDesk()
  const zone = useZone()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...desk.query('sources.explain', { params: { id: sourceId }, query: { find } }),
    staleTime: 0,
  })
  if (data) {
    return (
      <>
        <p className={styles['zone']}>Times in {zone.text}</p>
        <RespondentSteps path={data} zone={zone.name} />
        <div>
          <Button size="small" onPress={() => void refetch()} isPending={isFetching}>
            Refresh
          </Button>
        </div>
      </>
    )
  }
  if (isPending) return <Skeleton label="Loading the respondent" height="48px" lines={4} />
  if (error instanceof ApiError && error.status === NOT_THERE) {
    return <Elsewhere find={find} />
  }
  return (
    <ErrorState
      title="The respondent did not load"
      requestId={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    >
      {failureMessage(error)}
    </ErrorState>
  )
}
