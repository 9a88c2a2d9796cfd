import { LazySourceCellEditor } from '#features/sources/edit-cell/lazy-source-cell-editor.ts'
import { LazySurveyCellEditor } from '#features/surveys/edit-cell/lazy-survey-cell-editor.ts'
import { askAtOnce } from '#kit/assistant/question-at-once.ts'
import { askStatus } from '#kit/statuses/ask-status.ts'
import { EffectiveStatus } from '#kit/statuses/effective-status.tsx'
import { SpareStatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { SEARCH_TEXT_MAX_LENGTH } from '@desk/schema/search/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { NO_RECORDS } from '#ui/empty-state.tsx'
import { Suspense, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Header, Menu, MenuItem, MenuSection, Text } from 'react-aria-components/Menu'
import { SearchField } from 'react-aria-components/SearchField'
import { editorViewOf } from '@desk/schema/users/supply-side'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Kbd } from '#ui/kbd.tsx'
import { Overlay } from '#ui/overlay.tsx'
import { releaseKeys } from './held-keys.ts'
import { allMenuItems, menuFactsOf } from './menu-items.ts'
import {
  askSection,
  nearOf,
  pagesFor,
  questionIn,
  recentSection,
  respondentSection,
  sectionsOf,
  type EditedField,
  type PaletteEntry,
  type PaletteSection,
} from './palette-entries.ts'
import { commandOf, commandSection, newPages } from './palette-acts.ts'
import styles from './palette.module.css'

const MINUTE_MS = 60_000
const TYPING_QUIET_MS = 80
const FOUND_STAYS_FRESH_MS = 10_000

/**
 * Goes to a project, survey, source, supplier, qualification or page by a few letters of it, and to a respondent by RDUD or rid;
 * changes the status of a named object through the usual confirmation; asks the assistant (day.md §4).
 */
export function Palette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const desk = useDesk()
  const [hasAsked, setAsked] = useState(false)
  const [edited, setEdited] = useState<EditedField | null>(null)
  const take = ({ asked, edited: field, run, question, path }: PaletteEntry) => {
    onClose()
    if (field !== undefined) {
      setEdited(field)
      return
    }
    run?.()
    if (path === '') return
    if (asked !== undefined) {
      setAsked(true)
      void askStatus(desk, asked)
      return
    }
    if (question !== undefined) askAtOnce(question)
    desk.history.push(path)
  }
  return (
    <>
      <Overlay isOpen={isOpen} onClose={onClose} scrim={styles['scrim']} panel={styles['modal']}>
        <Dialog aria-label="Go to" className={styles['dialog']!}>
          <Finder onClose={onClose} onTake={take} />
        </Dialog>
      </Overlay>
      {hasAsked ? <SpareStatusOverlays /> : null}
      <Suspense fallback={null}>
        {edited === null ? null : <EditedFieldDialog of={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </>
  )
}

/** Edits the field in a dialog, with the confirmation of its cell. */
function EditedFieldDialog({ of, onClose }: { readonly of: EditedField; readonly onClose: () => void }) {
  const { scope, target, columnId, initial } = of
  const { id, name, pm_proj_ud: projectId, pm_sy_ud: surveyId } = target
  const shared = { columnId, initial, element: null, onClose }
  return scope === 'source' ? (
    <LazySourceCellEditor {...shared} row={{ stmid: id, name, pm_sy_ud: surveyId ?? 0 }} />
  ) : (
    <LazySurveyCellEditor {...shared} row={{ pm_sy_ud: id, pm_proj_ud: projectId ?? 0, pm_sy_name: name }} />
  )
}

function Finder({ onClose, onTake }: { readonly onClose: () => void; readonly onTake: (entry: PaletteEntry) => void }) {
  const router = useRouter()
  const [text, setText] = useState('')
  // the page on which it was opened
  const [herePath] = useState(() => router.state.location.pathname)
  const { sections, note } = useSections(text, herePath)
  const isLookedFor = text.trim() !== ''
  const takeHeldKeys = () => {
    const held = releaseKeys()
    setText(typed => held + typed)
  }
  const takeLine = (key: string) => {
    const entry = sections.flatMap(({ entries }) => entries).find(({ id }) => id === key)
    if (entry !== undefined) onTake(entry)
  }
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Go to" autoFocus className={styles['field']!} onFocus={takeHeldKeys} onClear={onClose}>
        <Search size={18} aria-hidden />
        <Input
          className={styles['input']!}
          maxLength={SEARCH_TEXT_MAX_LENGTH}
          placeholder="Name, number, RDUD or rid; “pause” or “set price of” and a name; “?” and a question"
        />
        <Kbd>Esc</Kbd>
      </SearchField>
      <p role="status" className={styles['note']}>
        {note}
      </p>
      {/* a new first line remounts the list, so that Enter always takes the first line, however late the answer came */}
      <Menu
        key={isLookedFor ? sections[0]?.entries[0]?.id : ''}
        autoFocus={isLookedFor ? 'first' : false}
        aria-label="Found"
        className={styles['list']!}
        onAction={key => takeLine(String(key))}
      >
        {sections.map(section => (
          <Section key={section.title} section={section} />
        ))}
      </Menu>
    </Autocomplete>
  )
}

function Section({ section }: { readonly section: PaletteSection }) {
  return (
    <MenuSection aria-label={section.title}>
      <Header className={styles['heading']!}>{section.title}</Header>
      {section.entries.map(({ id, label, detail, statusid, heldBy, keys }) => (
        <MenuItem key={id} id={id} textValue={label} className={styles['entry']!}>
          <Text slot="label" className={styles['label']!}>
            {label}
          </Text>
          {detail === '' ? null : (
            <Text slot="description" className={styles['detail']!}>
              {detail}
            </Text>
          )}
          {statusid === null ? null : <EffectiveStatus statusid={statusid} reason={null} heldBy={heldBy ?? null} />}
          {keys === undefined ? null : <Kbd>{keys}</Kbd>}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

/** The matches of the text: pages at once, others after a pause in typing; former hits stay until then. For an empty text: recent pages. */
function useSections(
  text: string,
  herePath: string,
): { readonly sections: readonly PaletteSection[]; readonly note: string } {
  const desk = useDesk()
  const user = useUser()
  const { links } = useConfig()
  const near = nearOf(herePath)
  const nowMs = useNowMs(MINUTE_MS)
  const [settled, setSettled] = useState('')
  useAfterQuiet(TYPING_QUIET_MS, text, () => setSettled(text.trim()))
  const isDesk = user?.account_type === 'DESK'
  const question = isDesk ? questionIn(text) : null
  const found = useFound(isDesk && question === null ? settled : '', near)
  const command = isDesk ? commandOf(text) : null
  const named = useFound(commandOf(settled)?.name ?? '', near, isDesk)
  const isNamed = !named.isPlaceholderData && commandOf(settled)?.name === command?.name
  if (user === null) return { sections: [], note: '' }
  if (question !== null) return { sections: question === '' ? [] : [askSection(question)], note: '' }
  const view = editorViewOf(user)
  const pages = pagesFor(text, allMenuItems(menuFactsOf(user, links)), newPages(user, near))
  const isLookedFor = text.trim() !== ''
  const opened = desk.recent.read(user)
  if (!isLookedFor) return { sections: present(recentSection(opened, view, herePath), pages), note: '' }
  const answer = found.data
  // a former answer names other objects
  const targets = command?.name === '' ? opened : isNamed ? (named.data?.hits ?? []) : []
  const acts = command === null ? null : commandSection(command, targets, user, nowMs)
  const corrected = answer?.corrected ?? null
  const sections = present(
    acts,
    respondentSection(answer?.respondents ?? []),
    ...sectionsOf(acts !== null && corrected !== null ? [] : (answer?.hits ?? []), view),
    pages,
  )
  const asking = isDesk ? [askSection(text)] : []
  const failure = found.error ?? named.error
  if (failure !== null) return { sections: [...sections, ...asking], note: failureMessage(failure) }
  if (isDesk && (found.isPending || settled !== text.trim() || (named.isEnabled && named.isPending)))
    return { sections, note: 'Looking…' }
  if (sections.length === 0) return { sections: asking, note: NO_RECORDS }
  return {
    sections: [...sections, ...asking],
    note: corrected === null || acts !== null ? '' : `No results for “${settled}”. Showing “${corrected}”.`,
  }
}

const present = (...sections: readonly (PaletteSection | null)[]): readonly PaletteSection[] =>
  sections.filter(section => section !== null)

/** The hits of a text; former ones stay until they are here. An empty text is not searched. */
function useFound(text: string, near: ReturnType<typeof nearOf>, isDesk = true) {
  const desk = useDesk()
  return useQuery({
    queryKey: ['search.find', text, near],
    queryFn: ({ signal }) => desk.api.call('search.find', { query: { text, ...near }, signal }),
    enabled: isDesk && text !== '',
    placeholderData: keepPreviousData,
    staleTime: FOUND_STAYS_FRESH_MS,
  })
}
