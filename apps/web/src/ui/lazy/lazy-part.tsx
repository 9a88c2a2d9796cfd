'use no memo'

import { use, useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { ErrorState } from '#ui/error-state.tsx'
import { notices, type Notice } from '#ui/notice.ts'
import { lazyComponent, type LazyComponent, type LoadComponent, type MissingProps } from './lazy-component.tsx'
import { PartPortsContext, type PartPorts, type WhyMissing } from './part-ports.ts'

interface MissingWords {
  readonly title: string
  readonly text: string
  /** Only a reload brings it. */
  readonly needsReload: boolean
}

const RELOAD = 'Reload the page to go on. Your entries are still here.'

/**
 * Explains the fault of a part of the page, and the remedy.
 * @param name `The menu`
 * @param why null: its code came, and broke
 * @param failures times that its code did not load
 */
function missingWords(name: string, why: WhyMissing | null, failures: number): MissingWords {
  if (why === 'newer') return { title: 'A new version is there', text: RELOAD, needsReload: true }
  if (why === null)
    return { title: `${name} could not be shown`, text: 'Something in it broke. Try again.', needsReload: false }
  // many browsers never request a module again that failed once (whatwg/html#10327)
  if (why === 'unknown' && failures > 1) return { title: `${name} did not load again`, text: RELOAD, needsReload: true }
  return {
    title: `${name} did not load`,
    text: why === 'away' ? 'The server does not answer. Try again when it does.' : 'Try again.',
    needsReload: false,
  }
}

type Missing = Omit<MissingProps<object>, 'of'>

/** Code that did not come is asked for this often, until it comes. */
export const RETRY_EVERY_MS = 10_000

/** A part of the page that loads when first shown. It shows errors in its place, and retries when the server is back. */
export function lazyPart<Props extends object>(load: LoadComponent<Props>, name: string): LazyComponent<Props> {
  return lazyComponent<Props>(load, name, SaidInPlace)
}

/**
 * The same with a plain fallback.
 * @param Plain replaces it while it cannot be had
 */
export function lazyBetter<Props extends object>(
  load: LoadComponent<Props>,
  name: string,
  Plain: ComponentType<Props>,
): LazyComponent<Props> {
  const said = sayOverPage()
  return lazyComponent<Props>(said.untilLoaded(load), name, ({ of, ...missing }) => {
    useSaid(said, missing, { label: 'Try again', onPress: missing.onRetry })
    useRetries(missing)
    return <Plain {...of} />
  })
}

/**
 * An overlay: a menu, a dialog, a drawer. An error shows as a toast and closes it, so that opening it retries.
 * @param close tells the opener that it is closed
 */
export function lazyOverlay<Props extends object>(
  load: LoadComponent<Props>,
  name: string,
  close: (props: Props) => void,
): LazyComponent<Props> {
  const said = sayOverPage()
  return lazyComponent<Props>(said.untilLoaded(load), name, ({ of, ...missing }) => {
    useSaid(said, missing)
    const closeNow = useEffectEvent(() => close(of))
    useEffect(() => closeNow(), [])
    // where it remains shown all the same
    useRetries(missing)
    return null
  })
}

function SaidInPlace(missing: Missing) {
  const { name, hasBroken, failures, onRetry, forget } = missing
  const { whyMissing, reload } = use(PartPortsContext)
  const [why, setWhy] = useState<WhyMissing>()
  useEffect(() => void whyMissing().then(setWhy), [whyMissing, failures])
  useEffect(() => forget, [forget])
  useRetries(missing)
  if (why === undefined && !hasBroken) return null
  const { title, text, needsReload } = missingWords(name, hasBroken ? null : (why ?? 'unknown'), failures)
  return (
    <ErrorState title={title} onRetry={needsReload ? reload : onRetry} retryLabel={needsReload ? 'Reload' : 'Retry'}>
      {text}
    </ErrorState>
  )
}

type Action = NonNullable<Notice['action']>

/** The message over the page about one part, until its code comes. */
interface PageNotice {
  readonly say: (missing: Missing, ports: PartPorts, retry: Action | undefined) => Promise<void>
  readonly untilLoaded: <Module>(load: () => Promise<Module>) => () => Promise<Module>
}

function sayOverPage(): PageNotice {
  let takeBack = () => {}
  return {
    say: async ({ name, hasBroken, failures }, { whyMissing, reload }, retry) => {
      const { title, text, needsReload } = missingWords(name, hasBroken ? null : await whyMissing(), failures)
      const action = needsReload ? { label: 'Reload', onPress: reload } : retry
      takeBack = notices.tell({ text: `${title}. ${text}`, ...(action ? { action } : {}) })
    },
    untilLoaded: load => async () => {
      const module = await load()
      takeBack()
      return module
    },
  }
}

function useSaid(said: PageNotice, missing: Missing, retry?: Action): void {
  const ports = use(PartPortsContext)
  const say = useEffectEvent(() => void said.say(missing, ports, retry))
  const { forget } = missing
  useEffect(() => {
    say()
    return forget
  }, [forget])
}

/**
 * Tries again when the server is back, and now and then until then. The news may come while this one request still
 * fails. It may never come where the push connection outlived the fault (look.md 16).
 */
function useRetries({ hasBroken, onRetry, onQuietRetry }: Missing): void {
  const { onBack } = use(PartPortsContext)
  const retry = hasBroken ? onRetry : onQuietRetry
  useEffect(() => onBack(retry), [onBack, retry])
  useEffect(() => {
    if (hasBroken) return undefined
    const timer = setInterval(onQuietRetry, RETRY_EVERY_MS)
    return () => clearInterval(timer)
  }, [hasBroken, onQuietRetry])
}
