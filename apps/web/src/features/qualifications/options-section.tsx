import type { Qualification } from '@desk/schema/qualifications/qualification'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { idOf } from '#kit/tables/table-search.ts'
import { OptionTable } from './option-table.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { optionsKey, readOptions } from './stored-options.ts'
import styles from './qualifications.module.css'

function OptionsOfText({
  textId,
  label,
  isEditable,
}: {
  readonly textId: number
  readonly label: string
  readonly isEditable: boolean
}) {
  const { api } = useDesk()
  const read = useQuery({
    queryKey: optionsKey(textId),
    queryFn: ({ signal }) => readOptions(api, textId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data } = read
  if (data === undefined) return <NotLoaded query={read} title="The options" />
  if (isEditable) return <OptionsEditor key={textId} textId={textId} label={label} stored={data} />
  return data.rows.length === 0 ? (
    <p className={styles['quiet']}>This text has no options yet.</p>
  ) : (
    <OptionTable label={`Options of ${label}`} rows={data.rows} edits={null} />
  )
}

/** The options of one of a qualification's texts; which one, the URL says (§5.22). */
export function OptionsSection({
  qualification: { qualification_texts: texts },
  isEditable,
}: {
  readonly qualification: Qualification
  readonly isEditable: boolean
}) {
  const [raw, change] = useUrlSearch()
  const asked = idOf(raw['text'])
  const text = texts.find(({ qualification_texts_id }) => qualification_texts_id === asked) ?? texts[0]
  if (text === undefined) return null
  const label = `${text.language_name}, ${text.country_name}`
  return (
    <section className={styles['section']} aria-label="Options">
      <div className={styles['sectionHead']}>
        <div>
          <h2 className={styles['heading']}>Options</h2>
          <p className={styles['quiet']}>{text.qualification_texts_name}</p>
        </div>
        {texts.length > 1 ? (
          <div className={styles['wideFilter']}>
            <NativeSelect
              label="Options of the text"
              options={texts.map(({ qualification_texts_id, language_name, country_name, options_count }) => ({
                id: String(qualification_texts_id),
                label: `${language_name}, ${country_name} (${options_count.toLocaleString('en-US')})`,
              }))}
              value={String(text.qualification_texts_id)}
              onChange={id => change({ text: Number(id) })}
            />
          </div>
        ) : null}
      </div>
      <OptionsOfText textId={text.qualification_texts_id} label={label} isEditable={isEditable} />
    </section>
  )
}
