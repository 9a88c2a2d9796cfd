import {
  QUALIFICATION_ACCESS_ITEMS,
  QUALIFICATION_CATEGORY_ITEMS,
  QUALIFICATION_CLASS_ITEMS,
  QUALIFICATION_TYPE_ITEMS,
  TEXT_STATUSES,
} from '@desk/schema/qualifications/qualification-codes'
import type { Qualification } from '@desk/schema/qualifications/qualification'
import { Copy } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { codeName } from '#kit/codes/code-items.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import factList from '#kit/tables/fact-list.module.css'
import { FactList, type Fact } from '#kit/tables/fact-list.tsx'
import styles from './qualifications.module.css'
import { useCopy } from './use-copy.ts'

/** A read-only qualification: of the library, or in an account where the viewer may not write. */
export function QualificationView({
  qualification,
  mayCopy,
}: {
  readonly qualification: Qualification
  readonly mayCopy: boolean
}) {
  const { copy, isCopying } = useCopy()
  const facts: readonly Fact[] = [
    ['Universal name', qualification.qualification_univeral_name],
    ['Precode', qualification.precode],
    ['Type', codeName(QUALIFICATION_TYPE_ITEMS, qualification.qualification_type_cd)],
    ['Category', codeName(QUALIFICATION_CATEGORY_ITEMS, qualification.qualification_category_cd)],
    ['Class', codeName(QUALIFICATION_CLASS_ITEMS, qualification.qualification_class_cd)],
    ['Access', codeName(QUALIFICATION_ACCESS_ITEMS, qualification.qualification_access_cd)],
  ]
  const { qualifications_name: name, qualification_texts: texts } = qualification
  return (
    <div className={factList['page']}>
      <PageHead
        crumbs={[
          {
            label: 'Qualifications',
            href: qualification.is_library ? '#/qualifications?shelf=library' : '#/qualifications',
          },
          { label: name },
        ]}
        title={name}
        facts={[
          { name: 'ID', value: qualification.qualifications_ud },
          ...(qualification.is_library ? [{ name: 'Library', value: 'shared by all accounts' }] : []),
        ]}
        actions={
          qualification.is_library && mayCopy ? (
            <Button
              variant="primary"
              icon={<Copy aria-hidden />}
              isPending={isCopying}
              onPress={() => copy(qualification)}
            >
              Copy to this account
            </Button>
          ) : null
        }
      />
      <section className={styles['section']} aria-label="Qualification">
        <FactList facts={facts} />
      </section>
      <section className={styles['section']} aria-label="Texts">
        <h2 className={styles['heading']}>Texts</h2>
        <FactList
          facts={texts.map(text => [
            `${text.language_name}, ${text.country_name}`,
            <>
              {text.qualification_texts_name}
              {text.qualification_text_status_cd === TEXT_STATUSES.inactive ? (
                <span className={styles['mark']}>Inactive</span>
              ) : null}
            </>,
          ])}
        />
      </section>
    </div>
  )
}
