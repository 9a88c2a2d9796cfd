import type { SourceType } from '@desk/schema/sources/source'
import { may } from '@desk/schema/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useOpened } from '#runtime/hooks/use-opened.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { FormLoading } from '#kit/forms/form-loading.tsx'
import { forgetSources } from './after-save.ts'
import { ClassicForm } from './classic-form.tsx'
import { readParts } from './save-source.ts'
import { SourceForm } from './source-form.tsx'
import { sourcePaths, type SourcePrefix } from './source-paths.ts'
import { TestScreen } from './test-screen.tsx'
import { TYPE_WORDS } from './source-words.ts'
import { useSourceLists } from './use-source-lists.ts'

export interface SourceEditorProps {
  /** The paths around it (§2.17). */
  prefix: SourcePrefix
  projectUID: number
  surveyUID: number
  /** Of a new one; of a stored one as far as the path tells. */
  type: SourceType
  /** null: a new one. */
  sourceUID: number | null
  /** The token of the test that is meant (§2.21). */
  tst?: string | undefined
  /** The token of a test link that led here (§2.32). */
  testToken?: string | undefined
  /** The field to focus, from a link of a launch; null: none. */
  focused: string | null
}

const FRESH = { staleTime: 0, gcTime: 0 } as const

/** A source with its survey and project, read each time, so that an edit begins with the stored values. */
function useSourceRead({ projectUID, surveyUID, type, sourceUID, tst }: SourceEditorProps) {
  const desk = useDesk()
  const me = useUser()
  const seesSuppliers = me !== null && may(me, 'see the supply side')
  const survey = useQuery({ ...desk.query('surveys.read', { params: { id: surveyUID } }), ...FRESH })
  const project = useQuery({ ...desk.query('projects.read', { params: { id: projectUID } }), ...FRESH })
  const seesSellPrice = survey.data?.pm_sy_client_cpi !== undefined
  const isClassic = type === 'classic'
  // its real type, whatever the path says
  const head = useQuery({
    ...desk.query('sources.read', { params: { id: sourceUID ?? 0 } }),
    enabled: sourceUID !== null,
    ...FRESH,
  })
  const parts = useQuery({
    queryKey: ['source parts', sourceUID, seesSellPrice],
    queryFn: ({ signal }) =>
      readParts(desk.api, { surveyId: surveyUID, sourceId: sourceUID ?? 0, seesSuppliers, seesSellPrice, signal }),
    enabled: sourceUID !== null && !isClassic && survey.data !== undefined && head.data?.type !== 'classic',
    ...FRESH,
  })
  const classic = useQuery({
    ...desk.query('classicSources.read', {
      params: { id: sourceUID ?? 0 },
      query: tst === undefined ? {} : { test_uid: tst },
    }),
    enabled: sourceUID !== null && isClassic && seesSuppliers,
    ...FRESH,
  })
  const rate = useQuery({
    ...desk.query('sourceSuppliers.buyerRate', { params: { id: surveyUID } }),
    enabled: seesSellPrice && !isClassic,
    ...FRESH,
  })
  return { me, survey, project, head, parts, classic, rate, seesSuppliers, seesSellPrice }
}

/** The page that makes or edits a source: DIY and Lucid (§2.20), classic (§2.21). */
export function SourceEditorScreen(props: SourceEditorProps) {
  const { prefix, projectUID, surveyUID, type, sourceUID, testToken, focused } = props
  const desk = useDesk()
  const { me, survey, project, head, parts, classic, rate, seesSuppliers, seesSellPrice } = useSourceRead(props)
  const { lists, reads } = useSourceLists()
  const [beginnings, setBeginnings] = useState(0)
  const isNew = sourceUID === null
  const isClassic = type === 'classic'
  const title = isNew ? `New ${TYPE_WORDS[type]} source` : (head.data?.name ?? 'Source')
  useAppTitle(title)
  const paths = sourcePaths(prefix, projectUID, surveyUID)
  const isTest = testToken !== undefined
  const asked = [
    survey,
    project,
    ...(isNew ? [] : [head]),
    ...(isNew || isTest ? [] : [isClassic ? classic : parts]),
    ...(seesSellPrice && !isClassic ? [rate] : []),
  ]
  const stored = head.data
  const isElsewhere =
    (survey.data !== undefined && survey.data.pm_proj_ud !== projectUID) ||
    (stored !== undefined && stored.pm_sy_ud !== surveyUID)
  // classic sources are for users who see suppliers (domain.md §4, docs/decisions/0026); everybody sees their test link
  const isHidden = me !== null && !seesSuppliers && !isTest && (isClassic || stored?.type === 'classic')
  const isOpen = !isElsewhere && !isHidden && !isTest
  useOpened(
    isOpen && stored !== undefined
      ? {
          scope: 'source',
          id: stored.stmid,
          name: stored.name,
          pm_proj_ud: projectUID,
          pm_sy_ud: surveyUID,
          type: stored.type,
        }
      : null,
  )
  if (isElsewhere || isHidden) return <NotFound />
  if (!isTest && stored !== undefined && (stored.type === 'classic') !== isClassic)
    return <LeadOn to={paths.of(stored.stmid, stored.type)} />
  if (isMissing(asked.find(({ error }) => error !== null)?.error)) return <NotFound />
  const again = () => (isClassic ? classic.refetch() : parts.refetch())
  const onStatus = () => {
    forgetSources(desk, surveyUID)
    void again()
  }
  const beginAgain = async () => {
    await again()
    setBeginnings(beginnings + 1)
  }
  const isRead = asked.every(({ data, isFetchedAfterMount }) => data !== undefined && isFetchedAfterMount)
  if (me !== null && lists !== null && survey.data !== undefined && project.data !== undefined && isRead) {
    const shared = {
      me,
      lists,
      survey: survey.data,
      project: project.data,
      paths,
      onStatus,
      onKept: () => void beginAgain(),
      focused,
    }
    if (isTest && stored !== undefined)
      return <TestScreen source={stored} survey={survey.data} token={testToken} paths={shared.paths} />
    return isClassic ? (
      <ClassicForm key={`${sourceUID} ${beginnings}`} {...shared} classic={classic.data ?? null} />
    ) : (
      <SourceForm
        key={`${sourceUID} ${beginnings}`}
        {...shared}
        type={parts.data?.source.isLucid === true || type === 'lucid' ? 'lucid' : 'diy'}
        parts={parts.data ?? null}
        rate={rate.data ?? null}
      />
    )
  }
  return <FormLoading title={title} reads={[...reads, ...asked]} />
}

/** A source has one page, by its type (§2.20, §2.21): the other path redirects there. */
function LeadOn({ to }: { readonly to: string }) {
  const desk = useDesk()
  useEffect(() => desk.history.replace(to), [desk, to])
  return null
}
