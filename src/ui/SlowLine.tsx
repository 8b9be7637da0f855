// A press is kept as long as it takes (docs/decisions/0007-keep-a-press-as-long-as-it-takes.md): what the member reads meanwhile.
import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import type { MessageKey } from '../rules/texts/messages.ts'
import { line as page } from '../state/repeatable.ts'
import { type Offer, waits } from '../state/waits.ts'
import { TIMEOUT_MS } from '../state/timeout.ts'
import { MemberIsAsked } from './memberIsAsked.ts'
import { announce } from './shell/announce.tsx'
import { Button } from './Button.tsx'

/** 4 s: no call of the app takes as long on a connection that works (Faults, "slow"). */
const SLOW_MS = 4000

/** In pixels, about two lines of text. */
const LEAST_SEEN = 48

const OFFERS: Record<Offer, { text: MessageKey; button: MessageKey }> = {
  again: { text: 'common.slowLong', button: 'error.retry' },
  codeSent: { text: 'sms.slow', button: 'sms.enter' },
}

/** A code that may be on its way decides, whatever else still runs. */
function offered(): Offer | null {
  const offers = [...waits.running.values()]
  return offers.find((offer) => offer !== 'again') ?? offers[0] ?? null
}

function takeOffer(taken: Offer): void {
  for (const [act, offer] of waits.running) if (offer === taken) act()
}

/** Counts the press, so that no time limit ends what it waits for. @returns what the member can do about it */
function useOffer(busy: boolean): Offer | null {
  const [offer, setOffer] = useState<Offer | null>(null)
  useEffect(() => {
    if (!busy) return
    const update = () => setOffer(offered())
    page.pressed += 1
    page.notify = update
    update()
    return () => {
      page.pressed -= 1
    }
  }, [busy])
  return offer
}

/** A dialog is open: the page behind it waits for the member, and for no answer. When the dialog closes, the wait begins anew. */
function useOpenDialog(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const dialogs = document.getElementById('dialogs')
    let was = false
    const look = () => {
      const is = dialogs?.hasChildNodes() ?? false
      if (was && !is) waits.since = performance.now()
      was = is
      setOpen(is)
    }
    look()
    const watching = new MutationObserver(look)
    if (dialogs) watching.observe(dialogs, { childList: true })
    return () => watching.disconnect()
  }, [])
  return isOpen
}

function giveBackFocus(line: RefObject<HTMLElement | null>, before: RefObject<HTMLElement | null>): void {
  if (line.current?.contains(document.activeElement)) before.current?.focus()
}

/**
 * Says after 4 s that a press takes long, and offers a way on after 10 s. It is no error: the call still runs. It stands behind all that a
 * member can press meanwhile, so that nothing moves.
 */
export function SlowLine(props: { busy: boolean }) {
  const { t } = useTexts()
  const isAsked = useContext(MemberIsAsked)
  const isOpen = useOpenDialog()
  const busy = props.busy && isAsked !== true && (isAsked === 'in dialog' || !isOpen)
  const offer = useOffer(busy)
  const [at, setAt] = useState<'soon' | 'slow' | 'long'>('soon')
  const [tries, setTries] = useState(0)
  const line = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!busy) return
    const passed = tries === 0 ? performance.now() - waits.since : 0
    const slow = setTimeout(() => setAt('slow'), SLOW_MS - passed)
    const long = setTimeout(() => setAt('long'), TIMEOUT_MS - passed)
    return () => {
      clearTimeout(slow)
      clearTimeout(long)
    }
  }, [busy, tries])

  // The press is over. What had the focus before the button of this line gets it again, unless the outcome has moved it.
  useEffect(() => {
    if (!busy) return
    before.current = document.activeElement as HTMLElement | null
    return () => {
      giveBackFocus(line, before)
      setAt('soon')
      setTries(0)
    }
  }, [busy])

  const { text, button } = (at === 'long' && offer && OFFERS[offer]) || { text: 'common.slow' as const, button: null }
  const isSaid = at !== 'soon'
  useEffect(() => (isSaid ? announce(t(text)) : undefined), [isSaid, t, text])
  useEffect(() => {
    // Scrolling moves what the member sees, so it is left out where the line is in sight.
    const top = line.current?.getBoundingClientRect().top ?? 0
    if (button && top > innerHeight - LEAST_SEEN) line.current?.scrollIntoView({ block: 'nearest' })
  }, [button])
  if (!isSaid) return null

  function take() {
    if (!offer) return
    // The button disappears, and the line in its place says that the press goes on.
    line.current?.focus()
    setAt('slow')
    setTries((count) => count + 1)
    takeOffer(offer)
  }

  return (
    <div ref={line} tabIndex={-1} className={button ? 'aside' : undefined}>
      <p className={button ? undefined : 'note'}>{t(text)}</p>
      {button && (
        <Button plain small onClick={take}>
          {t(button)}
        </Button>
      )}
    </div>
  )
}
