import { EffectiveStatus } from '#kit/statuses/effective-status.tsx'
import { SEARCH_TEXT_MAX_LENGTH } from '@desk/schema/search/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { NO_RECORDS } from '#ui/empty-state.tsx'
import { useState } from 'react'
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
import { useUser } from '#runtime/hooks/use-session.ts'
import { Kbd } from '#ui/kbd.tsx'
import { Overlay } from '#ui/overlay.tsx'
import { releaseKeys } from './held-keys.ts'
import { allMenuItems, menuFactsOf } from './menu-items.ts'
import {
  askSection,
  nearOf,
  pagesFor,
  recentSection,
  respondentSection,
  sectionsOf,
  type PaletteSection,
} from './palette-entries.ts'
import styles from './palette.module.css'

const TYPING_QUIET_MS = 80
const FOUND_STAYS_FRESH_MS = 10_000

/** Goes to a project, survey, source, supplier, qualification or page by a few letters of it, and to a respondent by RDUD or rid. */
export function Palette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Overlay isOpen={isOpen} onClose={onClose} scrim={styles['scrim']} panel={styles['modal']}>
      <Dialog aria-label="Go to" className={styles['dialog']!}>
        <Finder onClose={onClose} />
      </Dialog>
    </Overlay>
  )
}

function Finder({ onClose }: { readonly onClose: () => void }) {
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
  const goTo = (key: string) => {
    const entry = sections.flatMap(({ entries }) => entries).find(({ id }) => id === key)
    if (entry === undefined) return
    onClose()
    router.history.push(entry.path)
  }
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Go to" autoFocus className={styles['field']!} onFocus={takeHeldKeys} onClear={onClose}>
        <Search size={18} aria-hidden />
        <Input
          className={styles['input']!}
          maxLength={SEARCH_TEXT_MAX_LENGTH}
          placeholder="Name, number or id; a respondent’s RDUD or rid"
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
        onAction={key => goTo(String(key))}
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
      {section.entries.map(({ id, label, detail, statusid, heldBy }) => (
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
  const [asked, setAsked] = useState('')
  useAfterQuiet(TYPING_QUIET_MS, text, () => setAsked(text.trim()))
  const isDesk = user?.account_type === 'DESK'
  const found = useQuery({
    queryKey: ['search.find', asked, near],
    queryFn: ({ signal }) => desk.api.call('search.find', { query: { text: asked, ...near }, signal }),
    enabled: isDesk && asked !== '',
    placeholderData: keepPreviousData,
    staleTime: FOUND_STAYS_FRESH_MS,
  })
  if (user === null) return { sections: [], note: '' }
  const pages = pagesFor(text, allMenuItems(menuFactsOf(user, links)), isDesk)
  const isLookedFor = text.trim() !== ''
  const answer = isLookedFor ? found.data : undefined
  const respondents = respondentSection(answer?.respondents ?? [])
  const recent = isLookedFor ? null : recentSection(desk.recent.read(user), editorViewOf(user), herePath)
  const sections = [
    ...(recent === null ? [] : [recent]),
    ...(respondents === null ? [] : [respondents]),
    ...sectionsOf(answer?.hits ?? [], editorViewOf(user)),
    ...(pages === null ? [] : [pages]),
  ]
  const asking = isDesk && isLookedFor ? [askSection(text)] : []
  if (!isLookedFor) return { sections, note: '' }
  if (found.isError) return { sections: [...sections, ...asking], note: failureMessage(found.error) }
  if (isDesk && (found.isPending || asked !== text.trim())) return { sections, note: 'Looking…' }
  if (sections.length === 0) return { sections: asking, note: NO_RECORDS }
  return {
    sections: [...sections, ...asking],
    note: answer?.corrected == null ? '' : `No results for “${asked}”. Showing “${answer.corrected}”.`,
  }
}
