import type { ReactNode } from 'react'
import { PageHead } from '#kit/heads/page-head.tsx'
import { PageTabs } from '#kit/heads/page-tabs.tsx'
import screen from '#kit/heads/screen.module.css'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { ErasuresPart } from './erasures.tsx'
import { ObjectionsPart } from './objections.tsx'
import { PRIVACY_TABS, privacyTabHref, privacyTabOf, type PrivacyTab } from './privacy-tabs.ts'
import { ProcessingRecordPart } from './processing-record.tsx'
import { RetentionPart } from './retention.tsx'
import { SubjectAccessPart } from './subject-access.tsx'

const PARTS: Readonly<Record<PrivacyTab, ReactNode>> = {
  retention: <RetentionPart />,
  erasure: <ErasuresPart />,
  access: <SubjectAccessPart />,
  objections: <ObjectionsPart />,
  record: <ProcessingRecordPart />,
}

/** Data of people in the account, for its admins (docs/decisions/0114). */
export function PrivacyScreen() {
  useAppTitle('Privacy')
  const [search] = useUrlSearch()
  const shown = privacyTabOf(search['tab'])
  const tabs = Object.entries(PRIVACY_TABS) as [PrivacyTab, string][] // Object.entries loses the key types
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Privacy"
        tabs={
          <PageTabs
            label="Parts of privacy"
            tabs={tabs.map(([id, label]) => ({ id, label, href: privacyTabHref(id) }))}
            shown={shown}
          />
        }
      />
      {PARTS[shown]}
    </div>
  )
}
