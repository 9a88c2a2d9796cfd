import type { SourceType } from '@desk/schema/sources/source'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { SourceEditorScreen } from '#features/sources/source-editor.tsx'
import type { SourcePrefix } from '#features/sources/source-paths.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { textOf } from '#kit/tables/table-search.ts'
import { idFrom } from '#app/paths.ts'

interface SurveyPlace {
  readonly prefix: SourcePrefix
  readonly projectUID: string
  readonly surveyUID: string
}

/** The page that makes a DIY or, with `type=lucid`, a Lucid source (domain.md §10). */
export function NewSourcePage(place: SurveyPlace) {
  const [{ type }] = useUrlSearch()
  return <Editor {...place} type={type === 'lucid' ? 'lucid' : 'diy'} source={null} />
}

/** The page that makes a classic source. */
export function NewClassicPage(place: SurveyPlace) {
  return <Editor {...place} type="classic" source={null} />
}

/** The page of a DIY or Lucid source (§2.20). */
export function EditSourcePage({ streamId, ...place }: SurveyPlace & { readonly streamId: string }) {
  return <Editor {...place} type="diy" source={streamId} />
}

/** The page of a classic source (§2.21). */
export function EditClassicPage({ streamUID, ...place }: SurveyPlace & { readonly streamUID: string }) {
  return <Editor {...place} type="classic" source={streamUID} />
}

/** The editor of what the path names, the way in of a test where a test link led here (§2.32), or Page not found. */
function Editor({
  prefix,
  projectUID,
  surveyUID,
  type,
  source,
}: SurveyPlace & { readonly type: SourceType; readonly source: string | null }) {
  const [{ tst, act, t }] = useUrlSearch()
  const project = idFrom(projectUID)
  const survey = idFrom(surveyUID)
  const sourceUID = source === null ? null : idFrom(source)
  if (project === null || survey === null || (source !== null && sourceUID === null)) return <NotFound />
  const testToken = act === 'test_survey' ? (textOf(t) ?? '') : undefined
  return (
    <SourceEditorScreen
      key={`${type} ${sourceUID}`}
      prefix={prefix}
      projectUID={project}
      surveyUID={survey}
      type={type}
      sourceUID={sourceUID}
      tst={textOf(tst)}
      testToken={testToken}
    />
  )
}
