import type { SourceType } from '@desk/schema/sources/source'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { SourceEditorScreen } from '#features/sources/source-editor.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { textOf } from '#kit/tables/table-search.ts'
import { OnlyFor } from '#app/only-for.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from './use-project-place.ts'

/** The page that makes a DIY or, with `type=lucid`, a Lucid source (domain.md §10). */
export function NewSourcePage() {
  const [{ type }] = useUrlSearch()
  return <Editor type={type === 'lucid' ? 'lucid' : 'diy'} source={null} />
}

/** The page that makes a classic source. */
export function NewClassicPage() {
  return <Editor type="classic" source={null} />
}

/** The page of a DIY or Lucid source (§2.20). */
export function EditSourcePage() {
  return <Editor type="diy" source={useProjectPlace().streamId} />
}

/** The page of a classic source (§2.21). */
export function EditClassicPage() {
  return <Editor type="classic" source={useProjectPlace().streamUID} />
}

/** The editor of what the path names, the way in of a test where a test link led here (§2.32), or Page not found. */
function Editor({ type, source }: { readonly type: SourceType; readonly source: string | null }) {
  const { prefix, projectUID, surveyUID } = useProjectPlace()
  const [{ tst, act, t, field }] = useUrlSearch()
  const project = idFrom(projectUID)
  const survey = idFrom(surveyUID)
  const sourceUID = source === null ? null : idFrom(source)
  if (project === null || survey === null || (source !== null && sourceUID === null)) return <NotFound />
  const testToken = act === 'test_survey' ? (textOf(t) ?? '') : undefined
  const editor = (
    <SourceEditorScreen
      key={`${type} ${sourceUID}`}
      prefix={prefix}
      projectUID={project}
      surveyUID={survey}
      type={type}
      sourceUID={sourceUID}
      tst={textOf(tst)}
      testToken={testToken}
      focused={textOf(field) ?? null}
    />
  )
  return source === null ? <OnlyFor permission="write studies">{editor}</OnlyFor> : editor
}
