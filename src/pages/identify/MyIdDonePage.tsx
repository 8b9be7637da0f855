// Spec §2, /identify/myid/done: the ids found. Sign in with one, or reset its password; none found says so.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { formatDay } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { go } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { canJoin } from '../../rules/visit/service.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { saveIdentify, useIdentify } from '../../stores/identify.ts'
import { saveLogin } from '../../stores/login.ts'
import { getSettings } from '../../stores/settings.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioField } from '../../ui/fields/RadioField.tsx'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import { beginResetOfFound, type Opened, saidLater } from './recovery.ts'
import { bySentence } from '../../ui/bySentence.tsx'

const Fields = z.object({ selectedEmail: z.string() })

export default function MyIdDonePage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const perform = usePerform()
  const { myEmails, selectedEmail } = useIdentify()
  const [busy, setBusy] = useState(false)
  const { handle, error, forget, wait, submit, change } = useFieldForm<z.infer<typeof Fields>>({
    schema: Fields,
    stored: { selectedEmail },
    keep: saveIdentify,
  })
  const opened: Opened = useRef(null)
  if (myEmails.length === 0) return <NoneFound />

  async function signIn(fields: z.infer<typeof Fields>) {
    saveLogin({ login_id: fields.selectedEmail })
    await perform([go(paths.login)])
  }

  async function reset() {
    setBusy(true)
    forget(() => void reset())
    // "Try again" may repeat this after another ID was selected.
    const { selectedEmail: login_id } = useIdentify.getState()
    saveIdentify({ login_id })
    await perform(await beginResetOfFound(opened, login_id), saidLater(handle))
    setBusy(false)
  }

  return (
    <FormShell
      title={t('title.identifyMyIdDone')}
      lead={bySentence(t('identify.foundLead'))}
      step={{ current: 2, total: 2, name: t('identify.stepFound') }}
      submit={t('login.submit')}
      busy={busy}
      onSubmit={submit(signIn)}
      error={error}
      after={
        <>
          <Button
            plain
            busy={busy}
            incomplete={wait > 0}
            {...(wait > 0 && { 'aria-describedby': 'form-error' })}
            onClick={() => void reset()}
          >
            {t('modal.findPassword') + waitText(wait)}
          </Button>
          <WaysOut>
            <TextLink to={paths.identifyMyId}>{t('identify.searchAgain')}</TextLink>
          </WaysOut>
        </>
      }
    >
      <RadioField
        name="selectedEmail"
        legend={t('identify.foundIds')}
        value={selectedEmail}
        onChange={(login_id) => change({ selectedEmail: login_id })}
        choices={myEmails.map(({ login_id, joined_at }) => ({
          value: login_id,
          text: login_id,
          detail: t('identify.joinedAt', { date: formatDay(locale, joined_at) }),
        }))}
      />
    </FormShell>
  )
}

function NoneFound() {
  const { t } = useTranslation()
  const client_id = useWelcome((state) => state.welcome?.client_id ?? '')
  const joins = canJoin(client_id, getSettings()?.VITE_JOIN_CLIENT_IDS ?? [])
  return (
    <StatePage drawing="missing" title={t('identify.noneFound')} text={t('identify.noneFoundText')}>
      <TextLink to={paths.identifyMyId} button="main">
        {t('identify.searchAgain')}
      </TextLink>
      <TextLink to={joins ? paths.join : paths.login}>{t(joins ? 'login.join' : 'info.toLogin')}</TextLink>
    </StatePage>
  )
}
