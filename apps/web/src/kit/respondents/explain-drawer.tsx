import { LOG_IDS_MAX } from '@desk/schema/respondents/respondent-log'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { countText } from '#ui/format/figures.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { GivenId } from '#ui/given-id.tsx'
import {
  MOST_FIND_CHARACTERS,
  placeText,
  readExplainSearch,
  respondentPath,
  type RespondentsPlace,
} from './explain-search.ts'
import { RespondentLog, RespondentRows } from './respondent-log.tsx'
import { RespondentSteps } from './respondent-steps.tsx'
import styles from './explain-drawer.module.css'

const NOT_THERE = 404

export interface ExplainDrawerProps {
  /** The name of a place of this page, for the title. */
  nameOf: (place: RespondentsPlace) => string | undefined
}

/** The respondents of a place, and the path of one: its steps, and the rule, threshold and value that decided each. Its state is in the URL. */
export default function ExplainDrawer({ nameOf }: ExplainDrawerProps) {
  const [raw, change] = useUrlSearch()
  const { explain: place, find } = readExplainSearch(raw)
  const name = place === undefined ? undefined : nameOf(place)
  return (
    <Drawer
      isOpen={place !== undefined}
      title={titleOf(place, name)}
      onClose={() => change({ explain: undefined, find: undefined })}
    >
      {place === undefined ? null : (
        <Explain key={placeText(place)} place={place} find={find ?? ''} onFind={wanted => change({ find: wanted })} />
      )}
    </Drawer>
  )
}

const titleOf = (place: RespondentsPlace | undefined, name: string | undefined): string => {
  const title = place?.scope === 'survey' || place?.scope === 'project' ? 'Respondents' : 'Explain a respondent'
  return name === undefined ? title : `${title} of ${name}`
}

interface ExplainProps {
  readonly place: RespondentsPlace
  readonly find: string
  readonly onFind: (find: string | undefined) => void
}

function Explain({ place, find, onFind }: ExplainProps) {
  const [typed, setTyped] = useState(find)
  const [shown, setShown] = useState(find)
  /** Several pasted ids. */
  const [pasted, setPasted] = useState<readonly string[]>([])
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
  const paste = (event: React.ClipboardEvent) => {
    const ids = linesOf(event.clipboardData.getData('text/plain'))
    // an input would join the lines to one id
    if (ids.length < 2) return
    event.preventDefault()
    setPasted(ids)
    if (find !== '') onFind(undefined)
  }
  return (
    <div className={styles['explain']}>
      <form className={styles['form']} onSubmit={submit} onPaste={paste}>
        <TextField
          label="RDUD or rid"
          description={`The RDUD, or the RID from the supplier. Paste up to ${countText(LOG_IDS_MAX)} ids, one a line.`}
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
      {find !== '' ? (
        <>
          {place.scope === 'source' ? (
            <Path key={find} place={place} find={find} />
          ) : (
            <Found key={find} place={place} ids={[find]} onFind={onFind} />
          )}
          <div>
            <Button size="small" onPress={() => onFind(undefined)}>
              {pasted.length === 0 ? 'All respondents' : `The ${countText(pasted.length)} pasted ids`}
            </Button>
          </div>
        </>
      ) : pasted.length > 0 ? (
        <>
          <Found place={place} ids={pasted} onFind={onFind} />
          <div>
            <Button size="small" onPress={() => setPasted([])}>
              All respondents
            </Button>
          </div>
        </>
      ) : (
        <RespondentLog place={place} onFind={onFind} />
      )}
    </div>
  )
}

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\r\n\t]/)
      .map(line => line.trim())
      .filter(line => line !== ''),
  ),
]

interface FoundProps {
  readonly place: RespondentsPlace
  readonly ids: readonly string[]
  readonly onFind: (find: string) => void
}

/** The respondents of these ids: the path of the only one, a list of several, and the ids that none has. */
function Found({ place, ids, onFind }: FoundProps) {
  const isTooLong = ids.length > LOG_IDS_MAX || ids.some(id => id.length > MOST_FIND_CHARACTERS)
  const desk = useDesk()
  const read = useQuery({
    ...desk.query('sources.lookUp', { params: place, payload: { ids } }),
    enabled: !isTooLong,
    staleTime: 0,
  })
  if (isTooLong)
    return (
      <p role="alert" className={styles['none']}>
        {`Paste at most ${countText(LOG_IDS_MAX)} ids of at most ${MOST_FIND_CHARACTERS} characters. These are ${countText(ids.length)} lines.`}
      </p>
    )
  return (
    <Loaded query={read} title="The respondents">
      {({ respondents, unknown }) => {
        const [only] = respondents
        if (ids.length === 1 && only === undefined) return <Elsewhere place={place} find={ids[0] ?? ''} />
        if (ids.length === 1 && only !== undefined && respondents.length === 1)
          return <Path place={{ scope: 'source', id: only.stmid }} find={only.rdud} />
        return (
          <>
            {respondents.length === 0 ? null : (
              <RespondentRows respondents={respondents} scope={place.scope} onFind={onFind} />
            )}
            {unknown.length === 0 ? null : (
              <section className={styles['none']} aria-labelledby="unknown-ids">
                <h3 id="unknown-ids">{`Not found: ${countText(unknown.length)}`}</h3>
                <p>{`No respondent of this ${place.scope} has these ids.`}</p>
                <ul className={styles['others']}>
                  {unknown.map(id => (
                    <li key={id}>
                      <GivenId text={id} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface FindProps {
  readonly place: RespondentsPlace
  readonly find: string
}

/** Not a respondent of this place: the id may belong to another source of the account, or to none. */
function Elsewhere({ place, find }: FindProps) {
  const desk = useDesk()
  const { data, isPending } = useQuery({ ...desk.query('search.find', { query: { text: find } }), staleTime: 0 })
  if (isPending) return <Skeleton label="Looking in other sources" height="48px" />
  const others = data?.respondents ?? []
  return (
    <div role="status" className={styles['none']}>
      <p>
        No respondent of this {place.scope} has the RDUD or rid “<GivenId text={find} />
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

function Path({ place, find }: FindProps) {
  const desk = useDesk()
  const zone = useZone()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...desk.query('sources.explain', { params: { id: place.id }, query: { find } }),
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
    return <Elsewhere place={place} find={find} />
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
