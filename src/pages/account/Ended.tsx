// Screens, "Account": what takes the place of a page when its session is over. It shows nothing of the member.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { End } from '../../rules/account/session.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { Button } from '../../ui/Button.tsx'
import type { DrawingName } from '../../ui/Drawing.tsx'
import { LeaveLink } from '../../profile/waysOut.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { end, lookAnew } from './session.ts'

type Screen = { drawing: DrawingName; title: MessageKey; text: MessageKey; button: MessageKey; act: () => void }

const signIn = () => end('signIn')

const screens: Record<End | 'failed', Screen> = {
  signedOut: {
    drawing: 'locked',
    title: 'account.signedOut',
    text: 'account.signedOutText',
    button: 'account.signIn',
    act: signIn,
  },
  another: {
    drawing: 'people',
    title: 'account.another',
    text: 'account.anotherText',
    button: 'account.loadAnew',
    act: lookAnew,
  },
  cookies: {
    drawing: 'locked',
    title: 'account.noCookies',
    text: 'account.noCookiesText',
    button: 'account.signIn',
    act: signIn,
  },
  reported: {
    drawing: 'shield',
    title: 'account.reported',
    text: 'account.reportedText',
    button: 'account.resetPassword',
    act: () => end('reset'),
  },
  failed: {
    drawing: 'works',
    title: 'account.notLoaded',
    text: 'account.notLoadedText',
    button: 'error.retry',
    act: lookAnew,
  },
}

export function Ended({ why }: { why: End | 'failed' }) {
  const { t } = useTranslation()
  const { drawing, title, text, button, act } = screens[why]
  // What had the focus has disappeared.
  useEffect(() => document.getElementById('title')?.focus(), [])
  return (
    <StatePage drawing={drawing} title={t(title)} text={t(text)}>
      <Button onClick={act}>{t(button)}</Button>
      <LeaveLink />
    </StatePage>
  )
}

export const LoadAgain = () => <Ended why="failed" />
