import { loadMachine, type LoadScope } from '@desk/machines/load/load.machine'
import { error, isRequesting } from '@desk/machines/load/load.selectors'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { failureMessage, requestIdOf } from '../api/api-error.ts'
import type { AnswerOf } from '../api/endpoints.ts'
import { useDesk } from './use-desk.ts'
import type { Desk } from '../desk.ts'
import { GENERIC_RETRIES, retryUpTo } from '../query.ts'
import { run } from '../runner.ts'

/** The answers to each scope's load. */
export interface Loaded {
  readonly project: AnswerOf<'projects.read'>
  readonly survey: AnswerOf<'surveys.read'>
}

export interface Load<T> {
  /** The loaded data; the old one stays while it is read again. */
  readonly data: T | null
  /** The requesting flag of §4.5. */
  readonly isRequesting: boolean
  /** Why the last request failed, as a person may read it; `failure` is the error itself. */
  readonly error: string | null
  readonly failure: unknown
  readonly refresh: () => void
}

/** Query options of a load; `loadOptions(desk).survey(7).queryKey` is its place in the cache, for setQueryData. */
export const loadOptions = ({ query }: Pick<Desk, 'query'>) => ({
  project: (id: number) => query('projects.read', { params: { id } }),
  survey: (id: number) => query('surveys.read', { params: { id } }),
})

function fetchLoad(desk: Desk, scope: LoadScope, id: number): Promise<unknown> {
  const retry = retryUpTo(GENERIC_RETRIES)
  return scope === 'project'
    ? desk.queryClient.fetchQuery({ ...loadOptions(desk).project(id), retry })
    : desk.queryClient.fetchQuery({ ...loadOptions(desk).survey(id), retry })
}

function useLoadRunner(scope: LoadScope, id: number) {
  const desk = useDesk()
  const [failure, setFailure] = useState<unknown>(null)
  const [runner] = useState(() =>
    run(desk.recorder.instanceOf('load'), loadMachine, {
      handlers: {
        load: ({ requestNo, scope: asked, id: askedId }, send) => {
          fetchLoad(desk, asked, askedId).then(
            () => {
              setFailure(null)
              send({ type: 'load.succeeded', requestNo })
            },
            (thrown: unknown) => {
              setFailure(thrown)
              send({ type: 'load.failed', requestNo, message: failureMessage(thrown), ...requestIdOf(thrown) })
            },
          )
        },
      },
      recorder: desk.recorder,
    }),
  )
  useEffect(() => {
    runner.send({ type: 'load.requested', scope, id })
    return () => runner.send({ type: 'load.dismissed' })
  }, [runner, scope, id])
  const asks = useSelector(runner, isRequesting)
  const problem = useSelector(runner, error)
  return {
    // the answer is not in the journal
    isRequesting: desk.isRecorded ? problem === null : asks,
    error: problem,
    failure,
    refresh: () => runner.send({ type: 'load.refreshRequested' }),
  }
}

/** Loads a project (§4.5). */
export function useProjectLoad(id: number): Load<Loaded['project']> {
  const load = useLoadRunner('project', id)
  // The machine asks; this only shows what the cache has.
  const { data = null } = useQuery({ ...loadOptions(useDesk()).project(id), enabled: false })
  return { ...load, data }
}

/** Loads a survey (§4.5). */
export function useSurveyLoad(id: number): Load<Loaded['survey']> {
  const load = useLoadRunner('survey', id)
  const { data = null } = useQuery({ ...loadOptions(useDesk()).survey(id), enabled: false })
  return { ...load, data }
}
