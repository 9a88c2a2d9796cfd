import type { Source } from '@desk/schema/sources/source'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import type { SourcePaths } from './source-paths.ts'
import { TestPanel } from './test-panel.tsx'
import { TYPE_WORDS } from './source-words.ts'

export interface TestScreenProps {
  source: Pick<Source, 'stmid' | 'name' | 'type'>
  survey: SurveyDetail
  /** The link's parameters. */
  token: string
  paths: SourcePaths
}

/** The page of a test link (§2.32): the entry link for a test respondent, and the progress of former ones. */
export function TestScreen({ source, survey, token, paths }: TestScreenProps) {
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[
          { label: 'Projects', href: '#/projects' },
          { label: survey.pm_proj_name, href: `#${paths.surveys}` },
          { label: survey.pm_sy_name, href: `#${paths.table}` },
          { label: source.name, href: `#${paths.of(source.stmid, source.type)}` },
          { label: 'Test' },
        ]}
        title={`Test ${source.name}`}
        facts={[
          { name: 'Type', value: TYPE_WORDS[source.type] },
          { name: 'ID', value: source.stmid },
        ]}
      />
      <TestPanel sourceId={source.stmid} name={source.name} {...(token === '' ? {} : { token })} />
    </div>
  )
}
